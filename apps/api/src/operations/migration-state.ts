import type { Client } from 'pg';
import type { DynamicModule } from '@nestjs/common';
import { listMigrations, migrationState, type MigrationState } from '#libs/database';

/** Compares the migrations that ran with those of an application. */
export async function readMigrationState(client: Client, root: DynamicModule): Promise<MigrationState> {
  const registered = await listMigrations(root);
  const { rows } = await client.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (rows[0]?.exists !== true) return migrationState(registered, undefined);
  const run = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return migrationState(
    registered,
    run.rows.map(({ name }) => name),
  );
}
