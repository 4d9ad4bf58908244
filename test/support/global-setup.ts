import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../libs/embedded-postgres/src/index.js';
import { dropDatabase, serverUrl, TEST_DATABASE, withClient } from './database.js';
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
    await giveUpDurability(server.url);
  }
  await dropAbandonedDatabases(process.env.TEST_DATABASE_URL);
  process.env.TEMPLATE_DATABASE = `${TEST_DATABASE}${Date.now()}_template`;
  process.env.RUN_DIRECTORY = beginRun(fileURLToPath(new URL('../..', import.meta.url)));
}

export async function teardown(): Promise<void> {
  if (process.env.RUN_DIRECTORY === undefined) return;
  failOnSecrets(process.env.RUN_DIRECTORY);
  const template = new URL(serverUrl());
  template.pathname = `/${process.env.TEMPLATE_DATABASE}`;
  await dropDatabase(template.href);
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

/** Data on this server need not outlive a run. */
async function giveUpDurability(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const setting of ['fsync', 'full_page_writes']) {
      await client.query(`ALTER SYSTEM SET ${setting} = off`);
    }
    await client.query('SELECT pg_reload_conf()');
  });
}

/** Databases of interrupted runs: older than an hour, and without connections. */
async function dropAbandonedDatabases(url: string): Promise<void> {
  const names = await withClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE starts_with(datname, $1)
       AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE pg_stat_activity.datname = pg_database.datname)`,
      [TEST_DATABASE],
    );
    return rows.map(({ datname }) => datname);
  });
  const isOld = (name: string) => Number(name.slice(TEST_DATABASE.length).split('_', 1)[0]) < Date.now() - 3_600_000;
  for (const name of names.filter(isOld)) {
    const database = new URL(url);
    database.pathname = `/${name}`;
    await dropDatabase(database.href);
  }
}
