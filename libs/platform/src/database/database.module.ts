import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { IdempotencyKeyEntity } from '../idempotency/idempotency-key.entity.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { IndexedListEntity, ListAnchorEntity, ListChangesEntity } from '../list-index/list-index.entities.js';
import { ListIndex } from '../list-index/list-index.js';
import { ListIndexVerifier } from '../list-index/list-index.verifier.js';
import { CreatePlatform1760000000000 } from '../migrations/1760000000000-create-platform.js';
import { CreateListIndex1760001600000 } from '../migrations/1760001600000-create-list-index.js';
import { Verification } from '../verification/verification.js';
import { Background } from './background.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';
import { DeferredDeletionEntity } from './deferred-deletion.entity.js';
import { DeferredDeletions } from './deferred-deletions.js';
import { KeptCountEntity } from './kept-count.entity.js';
import { KeptCounts } from './kept-counts.js';
import { migrate } from './migrations.js';
import { PoolMetrics } from './pool-metrics.js';
import { Replica } from './replica.js';
import { Snapshots } from './snapshots.js';
import { TransactionListeners } from './transaction-listener.js';
import { UnitOfWork } from './unit-of-work.js';

/** The database, and what modules write in it together. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        DiscoveryModule,
        TypeOrmModule.forFeature([
          KeptCountEntity,
          DeferredDeletionEntity,
          IdempotencyKeyEntity,
          IndexedListEntity,
          ListAnchorEntity,
          ListChangesEntity,
        ]),
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
        Database,
        PoolMetrics,
        Replica,
        UnitOfWork,
        TransactionListeners,
        Background,
        DeferredDeletions,
        KeptCounts,
        ListIndex,
        ListIndexVerifier,
        Idempotency,
        Snapshots,
        Verification,
        CreatePlatform1760000000000,
        CreateListIndex1760001600000,
      ],
      exports: [
        Database,
        Replica,
        Snapshots,
        UnitOfWork,
        Background,
        DeferredDeletions,
        KeptCounts,
        ListIndex,
        Idempotency,
      ],
    };
  }
}
