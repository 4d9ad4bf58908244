import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Background, IS_IDLE } from './background.js';
import { BackgroundTaskEntity } from './background-tasks/background-task.entity.js';
import { BackgroundTasksController } from './background-tasks/background-tasks.controller.js';
import { ListBackgroundTasksHandler } from './background-tasks/list-background-tasks.query.js';
import { TaskReports } from './background-tasks/task-reports.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';
import { ExpiredRows } from './expiry.js';
import { CreateBackgroundWork1770000000000 } from './migrations/1770000000000-create-background-work.js';
import { AddReachedRow1795774600000 } from './migrations/1795774600000-add-reached-row.js';
import { DeferredDeletionEntity } from './deferred-deletion.entity.js';
import { DeferredDeletions } from './deferred-deletions.js';
import { migrate } from './migrations.js';
import { poolProvider } from './pool.js';
import { PoolMetrics } from './pool-metrics.js';
import { ReadingDataSource } from './reading-data-source.js';
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
            return new ReadingDataSource(options).initialize();
          },
        }),
        TypeOrmModule.forFeature([BackgroundTaskEntity, DeferredDeletionEntity]),
      ],
      controllers: [BackgroundTasksController],
      providers: [
        { provide: IS_IDLE, useValue: isIdle },
        Background,
        Database,
        DeferredDeletions,
        ExpiredRows,
        poolProvider,
        PoolMetrics,
        Replica,
        Snapshots,
        TransactionListeners,
        UnitOfWork,
        TaskReports,
        ListBackgroundTasksHandler,
        CreateBackgroundWork1770000000000,
        AddReachedRow1795774600000,
      ],
      exports: [Background, IS_IDLE, Database, DeferredDeletions, Replica, Snapshots, TransactionListeners, UnitOfWork],
    };
  }
}
