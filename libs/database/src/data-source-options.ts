import type { DiscoveryService } from '@nestjs/core';
import { getRepositoryToken } from '@nestjs/typeorm';
import { type DataSourceOptions, getMetadataArgsStorage } from 'typeorm';
import type { Configuration } from '#libs/configuration';
import { connectionOptions } from './connection-options.js';
import { EntitySubscriber } from './entity-subscriber.js';
import { findMigrations } from './migrations.js';

/** The options of the service's data source, with the entities and migrations of its modules. */
export function dataSourceOptions(configuration: Configuration, discovery: DiscoveryService): DataSourceOptions {
  return {
    type: 'postgres',
    url: configuration.DATABASE_URL,
    applicationName: 'quiz-service',
    poolSize: configuration.DATABASE_POOL_SIZE,
    connectTimeoutMS: configuration.DATABASE_CONNECT_TIMEOUT_MS,
    entities: findEntities(discovery),
    subscribers: [EntitySubscriber],
    migrations: findMigrations(discovery),
    migrationsTableName: 'migrations',
    installExtensions: false,
    extra: connectionOptions(configuration),
  };
}

/**
 * The entities that modules passed to `TypeOrmModule.forFeature`. `autoLoadEntities` would collect those of all
 * applications in the process; this function returns those whose repository is a provider of this application.
 */
function findEntities(discovery: DiscoveryService): NewableFunction[] {
  const tokens = new Set(discovery.getProviders().map(({ token }) => token));
  return getMetadataArgsStorage()
    .tables.map(({ target }) => target)
    .filter((target) => typeof target === 'function')
    .filter((target) => tokens.has(getRepositoryToken(target)));
}
