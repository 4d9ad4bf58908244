import '../../.config/jest/load-typescript.js';
import { fileURLToPath } from 'node:url';

declare global {
  var stopTestDatabase: (() => Promise<void>) | undefined;
}

/** The tests use the server of TEST_DATABASE_URL, or their own embedded one. */
export default async function setUp(): Promise<void> {
  const { startEmbeddedPostgres } = await import('../../libs/embedded-postgres/src/index.js');
  if (process.env.TEST_DATABASE_URL === undefined) {
    const dataDirectory = fileURLToPath(new URL('../../.data/test-postgres', import.meta.url));
    const log = (line: string) => process.stderr.write(`${line}\n`);
    const server = await startEmbeddedPostgres({ dataDirectory, log }).catch((error: unknown) => {
      throw new Error((error as Error).message.replaceAll('DATABASE_URL', 'TEST_DATABASE_URL'), { cause: error });
    });
    process.env.TEST_DATABASE_URL = server.url;
    globalThis.stopTestDatabase = () => server.stop();
    await giveUpDurability(server.url);
  }
  await dropAbandonedDatabases(process.env.TEST_DATABASE_URL);
  const { TEST_DATABASE } = await import('./database.js');
  process.env.TEMPLATE_DATABASE = `${TEST_DATABASE}${Date.now()}_template`;
  const { beginRun } = await import('./run-log.js');
  process.env.RUN_DIRECTORY = beginRun(fileURLToPath(new URL('../..', import.meta.url)));
}

/** Data on this server need not outlive a run. */
async function giveUpDurability(url: string): Promise<void> {
  const { withClient } = await import('./database.js');
  await withClient(url, async (client) => {
    for (const setting of ['fsync', 'full_page_writes']) {
      await client.query(`ALTER SYSTEM SET ${setting} = off`);
    }
    await client.query('SELECT pg_reload_conf()');
  });
}

/** Databases of interrupted runs: older than an hour, and without connections. */
async function dropAbandonedDatabases(url: string): Promise<void> {
  const { dropDatabase, TEST_DATABASE, withClient } = await import('./database.js');
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
