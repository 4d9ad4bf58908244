import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../libs/embedded-postgres/src/index.js';
import { dropDatabases, TEST_DATABASE, withClient } from './database.js';
import { beginRun, checkRun } from './run-log.js';

let stopDatabase: (() => Promise<void>) | undefined;

/** The tests use the server of TEST_DATABASE_URL, or their own embedded one. Fault tests start theirs themselves. */
export async function setup({ vitest }: TestProject): Promise<void> {
  if (vitest.projects.every(({ name }) => name === 'faults')) return;
  if (process.env.TEST_DATABASE_URL === undefined) {
    const dataDirectory = fileURLToPath(new URL('../../.data/test-postgres', import.meta.url));
    const log = (line: string) => process.stderr.write(`${line}\n`);
    const server = await startEmbeddedPostgres({ dataDirectory, log }).catch((error: unknown) => {
      throw new Error((error as Error).message.replaceAll('DATABASE_URL', 'TEST_DATABASE_URL'), { cause: error });
    });
    process.env.TEST_DATABASE_URL = server.url;
    stopDatabase = () => server.stop();
    await makeCheap(server.url);
  }
  await dropAbandonedDatabases();
  process.env.RUN_DATABASES = `${TEST_DATABASE}${Date.now()}_`;
  process.env.RUN_DIRECTORY = beginRun(fileURLToPath(new URL('../..', import.meta.url)));
}

export async function teardown(): Promise<void> {
  const { RUN_DIRECTORY: logs, RUN_DATABASES: databases } = process.env;
  if (logs === undefined || databases === undefined) return;
  failOnSecrets(logs);
  await dropDatabases('starts_with(datname, $1)', databases);
  await stopDatabase?.();
}

/** Fails the run if a log of a service contains a secret of the tests. Vitest only reports what a teardown throws. */
function failOnSecrets(directory: string): void {
  try {
    checkRun(directory);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

/** Data on this server need not outlive a run, and nobody guesses its password: writing and connecting cost less. */
async function makeCheap(url: string): Promise<void> {
  const { username, password } = new URL(url);
  await withClient(url, async (client) => {
    for (const setting of ['fsync = off', 'full_page_writes = off', 'scram_iterations = 1']) {
      await client.query(`ALTER SYSTEM SET ${setting}`);
    }
    await client.query('SELECT pg_reload_conf()');
    await client.query('SET scram_iterations = 1');
    await client.query(`ALTER ROLE ${username} PASSWORD '${password}'`);
  });
}

/** Databases of interrupted runs: older than an hour, and without connections. */
function dropAbandonedDatabases(): Promise<void> {
  return dropDatabases(
    `datname < $1 AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE pg_stat_activity.datname = pg_database.datname)`,
    `${TEST_DATABASE}${Date.now() - 3_600_000}`,
  );
}
