import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import type { DataSource, MigrationInterface } from 'typeorm';

/** A migration as a module lists it: its class name ends in its timestamp. */
export type Migration = new () => MigrationInterface;

/** "quiz" in ASCII: all instances of the service ask for the same lock. */
const LOCK = 0x71_75_69_7a;

/** Longest wait for another instance that is migrating. */
const LOCK_TIMEOUT_MS = 10 * 60_000;

/** Brings the database up to date. Instances that start at once wait for the one that does it. */
export async function migrate(source: DataSource, connectionString: string): Promise<void> {
  const client = new Client({
    connectionString,
    application_name: 'quiz-service migrations',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const applied = await source.runMigrations({ transaction: 'each' });
    if (applied.length > 0) new Logger('Migrations').log(`Applied ${applied.map(({ name }) => name).join(', ')}`);
  } finally {
    await client.end();
  }
}
