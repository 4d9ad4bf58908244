import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DeleteRowsWhenUserErased } from './listeners/delete-rows-when-user-erased.listener.js';
import { UserDataReader } from './user-data-reader.js';
import { UserDataTables } from './user-data-tables.js';

/** What tables hold of users. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [DeleteRowsWhenUserErased, UserDataReader, UserDataTables],
  exports: [UserDataReader, UserDataTables],
})
export class UserDataModule {}
