// The database of a service without DATABASE_URL: a PostgreSQL server shared by all services of a clone.
import * as fs from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { prepareCluster, QUIZ, type Cluster } from './cluster.js';
import { errorCode, OTHER_DATABASE } from './installation.js';
import { launch, readLockFile, shutDown, type Launched } from './server.js';

export type EmbeddedPostgres = {
  /** Connection string of the database. */
  url: string;
  /** Stops the server unless others use it. Call it after the service's own connections are closed; it takes 10 s at most. */
  stop: () => Promise<void>;
};

type Log = (line: string) => void;

/** A database connection that marks the server as in use by this service. */
type Session = { client: Client; socket: Socket; port: number; isBroken: boolean };

const START_LIMIT_MS = 60_000; // a server that was killed replays its log first
const STOP_LIMIT_S = 8;

/** Key of the advisory lock that a service holds in shared mode while it uses the server, and exclusively while it decides to stop it. */
const IN_USE = 7_241_860;

/** PostgreSQL's error codes of a running server that is starting, stopping or full. */
const BUSY = ['57P03', '57P01', '53300'];

/** Errors after which another try can succeed: the server lost a race for its port or data, or a former one is still ending. */
const PASSING = /could not create any TCP\/IP sockets|lock file "postmaster.pid"|pre-existing shared memory block/;

/**
 * Uses the server that already runs on these data, or starts one; creates the data at the first start.
 * @param options.dataDirectory folder of the data, e.g. `.data/postgres`; missing folders are created
 * @param options.log receives short lines for people
 * @throws Error with the problem and advice, within 60 s (first start: 120 s)
 */
export async function startEmbeddedPostgres(options: { dataDirectory: string; log: Log }): Promise<EmbeddedPostgres> {
  const { log } = options;
  const cluster = await prepareCluster(options.dataDirectory, log);
  const session = await startOrJoin(cluster, log);
  try {
    await createDatabase(session.client);
  } finally {
    session.socket.unref(); // this connection does not keep the process alive
  }
  return {
    url: `postgres://${QUIZ}:${cluster.password}@127.0.0.1:${session.port}/${QUIZ}`,
    stop: () => stop(cluster, session, log),
  };
}

async function startOrJoin(cluster: Cluster, log: Log): Promise<Session> {
  const deadline = Date.now() + START_LIMIT_MS;
  let launched: Launched | undefined;
  let problem: unknown;
  while (Date.now() < deadline) {
    try {
      const session = await logIn(cluster);
      log(`Embedded PostgreSQL ${launched ? 'started' : 'is running'} on port ${session.port}`);
      return session;
    } catch (error) {
      problem = error;
    }
    if (launched?.exit !== undefined) {
      if (!PASSING.test(launched.exit)) {
        throw new Error(`The embedded PostgreSQL does not start. ${launched.exit}\nRepair that or ${OTHER_DATABASE}.`);
      }
      await sleep(300);
    }
    const isOnItsWay = launched && launched.exit === undefined;
    if (!isOnItsWay && !BUSY.includes(String(errorCode(problem)))) launched = await launch(cluster);
    await sleep(50);
  }
  const advice = `see ${join(cluster.home, 'server.log')} and start again, or ${OTHER_DATABASE}`;
  throw new Error(`The embedded PostgreSQL was not ready within ${START_LIMIT_MS / 1000} s: ${advice}`, {
    cause: problem,
  });
}

/** Connects to the server that the lock file names, and marks it as in use. */
async function logIn(cluster: Cluster): Promise<Session> {
  const lock = await readLockFile(cluster);
  if (!lock?.port) throw new Error('The lock file names no server');
  const socket = new Socket();
  const client = new Client({
    host: '127.0.0.1',
    port: lock.port,
    user: QUIZ,
    password: cluster.password,
    database: 'postgres',
    ssl: false,
    stream: () => socket,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  const session = { client, socket, port: lock.port, isBroken: false };
  client.on('error', () => (session.isBroken = true));
  try {
    await client.connect();
    // A copied clone has the same password, and its lock file names the server of the original.
    const { rows } = await client.query<{ data: string }>(`SELECT current_setting('data_directory') AS data`);
    const served = rows[0]?.data ?? '';
    const data = await fs.realpath(served).catch(() => cluster.data); // no such folder: the clone has been moved
    if (data !== cluster.data) throw new Error(`The server on port ${lock.port} serves ${data}`);
    await client.query('SELECT pg_advisory_lock_shared($1)', [IN_USE]); // waits while another service is stopping it
    return session;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [QUIZ]);
  if (rowCount) return;
  await client.query(`CREATE DATABASE ${QUIZ}`).catch((error: unknown) => {
    const isCreatedByAnother = ['42P04', '23505'].includes(String(errorCode(error)));
    if (!isCreatedByAnother) throw error;
  });
}

async function stop(cluster: Cluster, session: Session, log: Log): Promise<void> {
  let current = session;
  if (session.isBroken) {
    // The server has stopped or restarted since.
    try {
      current = await logIn(cluster);
    } catch (error) {
      log(`Embedded PostgreSQL is no longer running (${error instanceof Error ? error.message : String(error)})`);
      return;
    }
  }
  current.socket.ref();
  if (await isLastUser(current.client)) {
    const isGone = await shutDown(cluster, STOP_LIMIT_S);
    log(
      isGone
        ? 'Embedded PostgreSQL stopped'
        : 'Embedded PostgreSQL is still writing its data, and will stop afterwards',
    );
  } else {
    log('Embedded PostgreSQL keeps running: other services use it');
  }
  current.socket.destroy();
}

/** After it returns true and until the client ends, no other service can begin to use the server. */
async function isLastUser(client: Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1)', [IN_USE]);
  const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [IN_USE]);
  if (!rows[0]?.alone) return false;
  const others = `SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  // Closed sessions disappear after a short while.
  for (let tries = 0; tries < 10; tries++) {
    if ((await client.query(others)).rowCount === 0) return true;
    await sleep(100);
  }
  return false;
}
