import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
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
import { connectionOptions } from './connection-options.js';
import { Database } from './database.js';
import { DeferredDeletionEntity } from './deferred-deletion.entity.js';
import { DeferredDeletions } from './deferred-deletions.js';
import { KeptCountEntity } from './kept-count.entity.js';
import { KeptCounts } from './kept-counts.js';
import { migrate, type Migration } from './migrations.js';
import { PoolMetrics } from './pool-metrics.js';
import { Replica } from './replica.js';
import { Snapshots } from './snapshots.js';
import { TransactionListeners } from './transaction-listener.js';
import { UnitOfWork } from './unit-of-work.js';

type Entity = new () => object;

const entities = new Set<Entity>([
  KeptCountEntity,
  DeferredDeletionEntity,
  IdempotencyKeyEntity,
  IndexedListEntity,
  ListAnchorEntity,
  ListChangesEntity,
]);
const migrations = new Set<Migration>([CreatePlatform1760000000000, CreateListIndex1760001600000]);

/** The names of all migrations that modules registered, in their order. */
export const registeredMigrations = (): string[] =>
  [...migrations].map(({ name }) => name).sort((one, other) => timestampOf(one) - timestampOf(other));

const timestampOf = (name: string) => Number(/\d+$/.exec(name)?.[0]);

/** The options of the service's one data source, with what all modules registered. */
export function dataSourceOptions(configuration: Configuration): DataSourceOptions {
  return {
    type: 'postgres',
    url: configuration.DATABASE_URL,
    applicationName: 'quiz-service',
    poolSize: configuration.DATABASE_POOL_SIZE,
    connectTimeoutMS: configuration.DATABASE_CONNECT_TIMEOUT_MS,
    entities: [...entities],
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    installExtensions: false,
    extra: connectionOptions(configuration),
  };
}

/** The database, and what modules write in it together. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        DiscoveryModule,
        TypeOrmModule.forRootAsync({
          inject: [CONFIGURATION],
          useFactory: (configuration: Configuration) => ({ ...dataSourceOptions(configuration), retryAttempts: 0 }),
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

  /** Registers the tables that a module owns. */
  static forFeature(owned: { entities: Entity[]; migrations: Migration[] }): DynamicModule {
    for (const entity of owned.entities) entities.add(entity);
    for (const migration of owned.migrations) migrations.add(migration);
    return TypeOrmModule.forFeature(owned.entities);
  }
}
