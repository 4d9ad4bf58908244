import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { UserErased } from '../events/user-erased.event.js';
import { UserDataTables } from '../user-data-tables.js';

/** Deletes the rows of all tables whose entities say so. */
@Injectable()
@ListensTo(UserErased)
export class DeleteRowsWhenUserErased implements TransactionListener<UserErased> {
  constructor(private readonly tables: UserDataTables) {}

  async handle({ userId, way }: UserErased, transaction: Transaction): Promise<void> {
    await this.tables.delete(userId, way, transaction);
  }
}
