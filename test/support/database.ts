import { randomBytes } from 'node:crypto';
import { Client, type QueryResultRow } from 'pg';

/** Every database of the tests begins with this, and none that does not is ever dropped. */
export const TEST_DATABASE = 'quiz_test_';

/** Connection string of the server that the tests use, set by the global set-up. */
export function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test` or `npx jest`');
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

/** Runs one statement on a connection of its own. */
export async function query<Row extends QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await withClient(url, (client) => client.query<Row>(text, values));
  return rows;
}

/** Makes an empty database. @returns its connection string */
export async function createDatabase(): Promise<string> {
  const name = `${TEST_DATABASE}${Date.now()}_${randomBytes(6).toString('hex')}`;
  await withClient(serverUrl(), (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  if (!name.startsWith(TEST_DATABASE)) throw new Error(`${name} is no database of the tests`);
  await withClient(serverUrl(), (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}
