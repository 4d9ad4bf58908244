// Tools of who runs the service use it beside running instances, on the same database.
import { resolve } from 'node:path';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import type { Configuration } from '#libs/configuration';
import { createLogger, NestLogger } from '#libs/observability';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { AppModule } from '../app.module.js';
import { PROJECT_ROOT } from '../project-root.js';
import { readMigrationState } from './migration-state.js';
import type { OperationIo } from './run-operation.js';

/** A snapshot, a repair, the lock of repairs, and look-ups. */
const POOL_SIZE = 4;

/**
 * Builds the service on the configured database, with nothing in the background.
 * @throws Error where the database belongs to another version
 */
export async function withService<Result>(
  configuration: Configuration,
  log: OperationIo['stderr'],
  work: (service: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  return withDatabase(configuration, log, async (found) => {
    const own = {
      ...found,
      REDIS_URL: undefined,
      DATABASE_REPLICA_URL: undefined,
      DATABASE_POOL_SIZE: POOL_SIZE,
      LOG_LEVEL: 'error' as const,
    };
    const root = AppModule.forRoot(own, true);
    await refuseOtherVersions(own, root);
    const service = await NestFactory.createApplicationContext(root, {
      logger: new NestLogger(createLogger(own)),
      abortOnError: false,
    });
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  });
}

async function withDatabase<Result>(
  configuration: Configuration,
  log: OperationIo['stderr'],
  work: (configuration: Configuration) => Promise<Result>,
): Promise<Result> {
  if (configuration.DATABASE_URL !== undefined) return work(configuration);
  const embedded = await startEmbeddedPostgres({
    dataDirectory: resolve(PROJECT_ROOT, configuration.DATA_DIRECTORY, 'postgres'),
    log: (line) => log.write(`${line}\n`),
  });
  try {
    return await work({ ...configuration, DATABASE_URL: embedded.url });
  } finally {
    await embedded.stop();
  }
}

/** Migrations are the service's own: a tool must not run them while instances of another version serve. */
async function refuseOtherVersions(
  { DATABASE_URL, DATABASE_CONNECT_TIMEOUT_MS }: Configuration,
  root: DynamicModule,
): Promise<void> {
  const client = new Client({
    connectionString: DATABASE_URL,
    connectionTimeoutMillis: DATABASE_CONNECT_TIMEOUT_MS,
    query_timeout: 10_000,
  });
  // A connection that is lost is told by the query that fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { pending, unknown } = await readMigrationState(client, root);
    if (unknown.length > 0) throw new Error(`The database belongs to a newer version: use its tools.`);
    if (pending.length > 0) {
      throw new Error(`${pending.length} migrations have not run yet: start the service once.`);
    }
  } finally {
    await client.end();
  }
}
