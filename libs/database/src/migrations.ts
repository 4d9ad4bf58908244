import { setTimeout } from 'node:timers/promises';
import { type DynamicModule, Logger } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import type { Client } from 'pg';
import { DataSource, type DataSourceOptions, type MigrationInterface, type QueryRunner } from 'typeorm';
import { scanModules } from './scan-modules.js';

type Migration = new () => MigrationInterface;

/**
 * The migrations among the providers of all modules: classes with `up` and `down` whose name ends in a timestamp, in
 * its order.
 */
export function findMigrations(discovery: DiscoveryService): Migration[] {
  const providers = new Set(discovery.getProviders().map(({ metatype }) => metatype));
  return [...providers].filter(isMigration).sort((one, other) => timestampOf(one) - timestampOf(other));
}

/** The names of an application's migrations, in their order. Does not start the application. */
export async function listMigrations(root: DynamicModule): Promise<string[]> {
  return findMigrations(await scanModules(root)).map(({ name }) => name);
}

function isMigration(provider: unknown): provider is Migration {
  const { up, down } = ((provider as Migration | undefined)?.prototype ?? {}) as Partial<MigrationInterface>;
  return typeof up === 'function' && typeof down === 'function';
}

const timestampOf = ({ name }: { name: string }) => Number(/\d+$/.exec(name)?.[0]);

/** The timestamp of the first migration of 1.0. */
const FIRST_TIMESTAMP = 1_770_000_000_000;

/** Why no version runs on a database that was made before 1.0: its migrations were others. */
export const EARLIER_DATABASE =
  'The database was made before version 1.0: export the quizzes with the commit that made it and start with an empty ' +
  'database, or go back to that commit.';

const isEarlier = (names: readonly string[]) => names.some((name) => timestampOf({ name }) < FIRST_TIMESTAMP);

/** "quiz" in ASCII. All instances of the service take the same lock. */
const LOCK = 0x71_75_69_7a;

/** Maximum wait for another instance that is migrating. */
const LOCK_TIMEOUT_MS = 10 * 60_000;
const LOCK_POLL_MS = 200;

/**
 * Brings the database up to date. Instances that start concurrently wait for the one that migrates.
 * @throws Error for a database that was made before 1.0, in which it changes nothing
 */
export async function migrate(options: Extract<DataSourceOptions, { type: 'postgres' }>): Promise<void> {
  // Separate connections without timeouts: a migration may take longer than any statement of a request.
  const source = await new DataSource({
    ...options,
    applicationName: 'quiz-service migrations',
    // Migrations write in transactions of their own.
    subscribers: [],
    extra: {},
  }).initialize();
  const lock = source.createQueryRunner();
  try {
    await takeLock(lock);
    if (await lock.hasTable('migrations')) {
      const run = (await lock.query('SELECT name FROM migrations')) as { name: string }[];
      if (isEarlier(run.map(({ name }) => name))) throw new Error(EARLIER_DATABASE);
    }
    const applied = await source.runMigrations({ transaction: 'each' });
    if (applied.length > 0) new Logger('Migrations').log(`Applied ${applied.length}, up to ${applied.at(-1)?.name}`);
    await expectTables(source);
  } finally {
    await lock.release();
    await source.destroy();
  }
}

/**
 * Asks for the lock again and again, because `CREATE INDEX CONCURRENTLY` of the instance that migrates waits for all statements in
 * progress, also for one that waits for the lock.
 * @throws Error if another instance migrates for longer than {@link LOCK_TIMEOUT_MS}
 */
async function takeLock(runner: QueryRunner): Promise<void> {
  const end = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS "isHeld"', [LOCK])) as { isHeld: boolean }[];
    if (row?.isHeld === true) return;
    if (performance.now() > end) throw new Error('Another instance has been migrating the database for ten minutes');
    await setTimeout(LOCK_POLL_MS);
  }
}

/** @throws Error that names each table that an entity needs and no migration has created */
async function expectTables(source: DataSource): Promise<void> {
  const missing = await source.query<{ name: string }[]>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(quote_ident(name)) IS NULL',
    [source.entityMetadatas.map(({ tableName }) => tableName)],
  );
  if (missing.length === 0) return;
  const tables = missing.map(({ name }) => name).join(', ');
  throw new Error(`No migration creates the table ${tables}: add the migration to the providers of its module`);
}

/** Migrations that have not run yet, and those that ran but are unknown to this version: a newer version ran them. */
export interface MigrationState {
  pending: string[];
  unknown: string[];
  /** Whether some are from before 1.0. */
  isEarlier: boolean;
}

/** Compares the migrations that ran with those of an application, which is not started. */
export async function readMigrationState(client: Client, root: DynamicModule): Promise<MigrationState> {
  const registered = await listMigrations(root);
  const { rows } = await client.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  const ran =
    rows[0]?.exists === true
      ? await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')
      : undefined;
  const names = ran?.rows.map(({ name }) => name) ?? [];
  return {
    pending: registered.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !registered.includes(name)),
    isEarlier: isEarlier(names),
  };
}
