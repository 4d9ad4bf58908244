// Operators' commands run on the same database as the running instances.
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import type { Configuration } from '#libs/configuration';
import { createLogger, NestLogger } from '#libs/observability';
import { AppModule } from '../app.module.js';
import { withDatabase } from '../with-database.js';
import { readMigrationState } from './migration-state.js';
import type { OperationIo } from './output.js';

/** One connection each for the snapshot, the repair, the lock of repairs, and single queries. */
const POOL_SIZE = 4;

/**
 * Builds the service on the configured database, without background tasks.
 * @throws Error if the database belongs to another version
 */
export async function withService<Result>(
  configuration: Configuration,
  log: OperationIo['stderr'],
  work: (service: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const say = (line: string) => log.write(`${line}\n`);
  return withDatabase(configuration, say, async (found) => {
    const own = {
      ...found,
      REDIS_URL: undefined,
      DATABASE_REPLICA_URL: undefined,
      DATABASE_POOL_SIZE: POOL_SIZE,
      LOG_LEVEL: 'error' as const,
    };
    const root = AppModule.forRoot(own, true);
    await rejectOtherVersions(own, root);
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

/** Only the service runs migrations: a command must not run them while instances of another version are running. */
async function rejectOtherVersions(
  { DATABASE_URL, DATABASE_CONNECT_TIMEOUT_MS }: Configuration,
  root: DynamicModule,
): Promise<void> {
  const client = new Client({
    connectionString: DATABASE_URL,
    connectionTimeoutMillis: DATABASE_CONNECT_TIMEOUT_MS,
    query_timeout: 10_000,
  });
  // If the connection is lost, the query fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { pending, unknown } = await readMigrationState(client, root);
    if (unknown.length > 0)
      throw new Error(`The database belongs to a newer version: use the commands of that version.`);
    if (pending.length > 0) {
      throw new Error(`${pending.length} migrations have not run yet: start the service once.`);
    }
  } finally {
    await client.end();
  }
}
