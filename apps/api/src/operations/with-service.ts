// Operators' commands run on the same database as the running instances.
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import type { Configuration } from '#libs/configuration';
import { EARLIER_DATABASE, type MigrationState, readMigrationState } from '#libs/database';
import { createLogger, NestLogger } from '#libs/observability';
import { AppModule } from '../app.module.js';
import { withRunningDatabase } from '../with-database.js';
import type { OperationIo } from './output.js';

/** One connection each for the snapshot, the repair, the lock of repairs, and single queries. */
const POOL_SIZE = 4;

/**
 * Builds the service on the configured database, without background tasks.
 * @param accept throws if the command must not run on a database in this state. Building the service runs the pending migrations
 */
export async function withService<Result>(
  configuration: Configuration,
  log: OperationIo['stderr'],
  work: (service: INestApplicationContext) => Promise<Result>,
  accept: (state: MigrationState) => void = rejectOtherVersions,
): Promise<Result> {
  const say = (line: string) => log.write(`${line}\n`);
  return withRunningDatabase(configuration, say, async (found) => {
    const own = {
      ...found,
      REDIS_URL: undefined,
      DATABASE_REPLICA_URL: undefined,
      DATABASE_POOL_SIZE: POOL_SIZE,
      LOG_LEVEL: 'error' as const,
    };
    const root = AppModule.forRoot(own, true);
    accept(await readState(own, root));
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

/** Only the service and `migrate` run migrations: another command must not do so while instances of another version are running. */
function rejectOtherVersions({ pending, unknown, isEarlier }: MigrationState): void {
  if (isEarlier) throw new Error(EARLIER_DATABASE);
  if (unknown.length > 0) throw new Error(`The database belongs to a newer version: use the commands of that version.`);
  if (pending.length > 0) throw new Error(`${pending.length} migrations have not run yet: start the service once.`);
}

async function readState(
  { DATABASE_URL, DATABASE_CONNECT_TIMEOUT_MS, DATABASE_STATEMENT_TIMEOUT_MS }: Configuration,
  root: DynamicModule,
): Promise<MigrationState> {
  const client = new Client({
    connectionString: DATABASE_URL,
    connectionTimeoutMillis: DATABASE_CONNECT_TIMEOUT_MS,
    query_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
  });
  // If the connection is lost, the query fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await readMigrationState(client, root);
  } finally {
    await client.end();
  }
}
