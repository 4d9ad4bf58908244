import { randomBytes } from 'node:crypto';
import { Client, Pool, type QueryResultRow } from 'pg';

/** Prefix of the names of all test databases. No other database is ever dropped. */
export const TEST_DATABASE = 'quiz_test_';

/** Connection string of the server that the tests use, set by the global set-up. */
export function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined)
    throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test` or `npm run e2e`');
  return url;
}

export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const pools = new Map<string, Pool>();

/** Runs one statement. The next one has the same connection if it follows shortly, as while a test polls. */
export async function query<Row extends QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await poolOf(url).query<Row>(text, values);
  return rows;
}

function poolOf(url: string): Pool {
  let pool = pools.get(url);
  if (pool === undefined) {
    // A server that ends an idle connection ends no test.
    pool = new Pool({ connectionString: url, idleTimeoutMillis: 200 }).on('error', () => undefined);
    pools.set(url, pool);
  }
  return pool;
}

/** Creates an empty database, which exists until the end of the run. @returns its connection string */
export async function createDatabase(): Promise<string> {
  const name = newName();
  await withClient(serverUrl(), (client) => client.query(`CREATE DATABASE ${name}`));
  return urlOf(name);
}

/**
 * Copies the run's template database.
 * @param fill fills the template, unless another test file has done it
 * @returns its connection string
 */
export async function copyTemplate(fill: (url: string) => Promise<void>): Promise<string> {
  const template = `${prefix()}template`;
  const name = newName();
  await withClient(serverUrl(), async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext($1))`, [template]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) {
      const unfinished = await createDatabase();
      await fill(unfinished);
      await client.query(`ALTER DATABASE ${nameOf(unfinished)} RENAME TO ${template}`);
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
  return urlOf(name);
}

/** Drops test databases. @param condition SQL of `datname` and one value */
export async function dropDatabases(condition: string, value: string): Promise<void> {
  await withClient(serverUrl(), async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE starts_with(datname, '${TEST_DATABASE}') AND ${condition}`,
      [value],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

export async function dropDatabase(url: string): Promise<void> {
  const name = nameOf(url);
  if (!name.startsWith(TEST_DATABASE)) throw new Error(`${name} is no database of the tests`);
  await withClient(serverUrl(), (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** Of the databases of this run. Fault tests have servers of their own. */
const prefix = () => process.env.RUN_DATABASES ?? TEST_DATABASE;

const newName = () => `${prefix()}${randomBytes(6).toString('hex')}`;

const nameOf = (url: string) => new URL(url).pathname.slice(1);

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}
