import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Background, IS_IDLE } from './background.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';
import { CreatePlatform1760000000000 } from './migrations/1760000000000-create-platform.js';
import { migrate } from './migrations.js';
import { poolProvider } from './pool.js';
import { PoolMetrics } from './pool-metrics.js';
import { Replica } from './replica.js';
import { Snapshots } from './snapshots.js';
import { TransactionListeners } from './transaction-listener.js';
import { UnitOfWork } from './unit-of-work.js';

/** The database, units of work, and the listeners in their transactions. */
@Global()
@Module({})
export class DatabaseModule {
  /** @param isIdle whether background tasks are off */
  static forRoot(isIdle: boolean): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        DiscoveryModule,
        TypeOrmModule.forRootAsync({
          imports: [DiscoveryModule],
          inject: [CONFIGURATION, DiscoveryService],
          useFactory: (configuration: Configuration, discovery: DiscoveryService) => ({
            ...dataSourceOptions(configuration, discovery),
            retryAttempts: 0,
          }),
          dataSourceFactory: async (options) => {
            if (options?.type !== 'postgres') throw new Error('The database must be PostgreSQL');
            await migrate(options);
            return new DataSource(options).initialize();
          },
        }),
      ],
      providers: [
        { provide: IS_IDLE, useValue: isIdle },
        Background,
        Database,
        poolProvider,
        PoolMetrics,
        Replica,
        Snapshots,
        TransactionListeners,
        UnitOfWork,
        CreatePlatform1760000000000,
      ],
      exports: [Background, Database, Replica, Snapshots, TransactionListeners, UnitOfWork],
    };
  }
}
