// The database of a service without DATABASE_URL: a PostgreSQL server that belongs to the process that started it.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, isPrepared, prepareCluster, QUIZ, readPassword } from './cluster.js';
import { homeOf, OTHER_DATABASE } from './installation.js';
import { launch, type Launched, readLockFile, shutDown } from './server.js';

export type EmbeddedPostgres = {
  /** Connection string of the database. */
  url: string;
  /** Stops the server. Call it after the service's own connections are closed; it takes 10 s at most. */
  stop: () => Promise<void>;
};

const START_LIMIT_MS = 60_000; // a server that was killed replays its log first

/** Key of the advisory lock that the owner of the server holds. */
const OWNER = 7_241_860;

/** Errors after which another try can succeed: the server lost a race for its port or data, or a former one is still ending. */
const PASSING = /could not create any TCP\/IP sockets|lock file "postmaster.pid"|pre-existing shared memory block/;

/**
 * Starts the server, or takes over one whose owner was killed; creates the data at the first start.
 * @param options.dataDirectory absolute path of the folder of the data; missing folders are created
 * @param options.log receives short lines for people
 * @throws Error with the problem and advice, e.g. if another process owns the server; within 60 s (first start: 120 s)
 */
export async function startEmbeddedPostgres(options: {
  dataDirectory: string;
  log: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const cluster = await prepareCluster(options.dataDirectory, log);
  const client = await startServer(cluster);
  try {
    await own(client, cluster);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [QUIZ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${QUIZ}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  log(`Embedded PostgreSQL started on port ${client.port}`);
  return {
    url: urlOf(client),
    stop: async () => {
      const isStopped = await shutDown(cluster.data);
      log(`Embedded PostgreSQL ${isStopped ? 'stopped' : 'is still writing its data, and will stop afterwards'}`);
    },
  };
}

/**
 * Finds the server that another process owns.
 * @returns its connection string, or undefined if it is not running
 * @throws Error with advice if the data belong to another user
 */
export async function findEmbeddedPostgres(dataDirectory: string): Promise<string | undefined> {
  const home = homeOf(dataDirectory);
  if (!isPrepared(home)) return undefined;
  const cluster = { data: join(home, 'data'), password: await readPassword(home) };
  const client = await logIn(cluster).catch(() => undefined);
  await client?.end();
  return client && urlOf(client);
}

/** @returns the first connection to the server */
async function startServer(cluster: Cluster): Promise<Client> {
  const deadline = Date.now() + START_LIMIT_MS;
  let launched: Launched | undefined;
  let problem: unknown;
  while (Date.now() < deadline) {
    try {
      return await logIn(cluster);
    } catch (error) {
      problem = error;
    }
    if (launched?.exit !== undefined && !PASSING.test(launched.exit))
      throw new Error(`The embedded PostgreSQL does not start. ${launched.exit}\nRepair that or ${OTHER_DATABASE}.`);
    if (launched === undefined || launched.exit !== undefined) launched = await launch(cluster);
    await sleep(50);
  }
  const advice = `see ${join(cluster.home, 'server.log')} and start again, or ${OTHER_DATABASE}`;
  throw new Error(`The embedded PostgreSQL was not ready within ${START_LIMIT_MS / 1000} s: ${advice}`, {
    cause: problem,
  });
}

/** Connects to the server that the lock file names. */
async function logIn({ data, password }: Pick<Cluster, 'data' | 'password'>): Promise<Client> {
  const lock = await readLockFile(data);
  if (!lock?.port) throw new Error('The lock file names no server');
  const client = new Client({
    host: '127.0.0.1',
    port: lock.port,
    user: QUIZ,
    password,
    database: 'postgres',
    application_name: `process ${process.pid}`,
    ssl: false,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined); // the server stops
  await client.connect();
  return client;
}

/** @throws Error that names the owner, if it is another process */
async function own(client: Client, { home }: Cluster): Promise<void> {
  const { rows } = await client.query<{ owned: boolean }>('SELECT pg_try_advisory_lock($1) AS owned', [OWNER]);
  if (rows[0]?.owned === true) return;
  const owners = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity JOIN pg_locks USING (pid)
     WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [OWNER],
  );
  throw new Error(
    `The embedded database in ${home} belongs to ${owners.rows[0]?.name ?? 'another process'}: stop it, or give this one ` +
      'a database of its own, such as DATABASE_URL=postgres://user:password@host:5432/database.',
  );
}

const urlOf = ({ password, port }: Client) => `postgres://${QUIZ}:${password}@127.0.0.1:${port}/${QUIZ}`;
