// The service with two workers, in processes of its own.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { findEmbeddedPostgres } from '#libs/embedded-postgres';
import { untilLocked } from '../support/activity.js';
import { Backoffice } from '../support/backoffice.js';
import { MAIN, requireBuild } from '../support/cluster/instance.js';
import { createPlayer, createQuiz } from '../support/factories.js';
import { type Answer, send } from '../support/http.js';
import { LONG_TIMEOUTS } from '../support/long-timeouts.js';
import { readMetrics } from '../support/metrics.js';
import { freePort } from '../support/redis.js';
import { until } from '../support/until.js';

const ADMINISTRATOR = 'ada@example.com';

/** Of the embedded PostgreSQL. */
let folder: string;
let databaseUrl: string;
let port: number;
let url: string;
/** It serves one test after the other, until one ends it: a start takes seconds. */
let primary: ReturnType<typeof start>;
let password: string | undefined;
let backoffice: Backoffice;
/** The lines of the log. */
let log: string[] = [];

beforeAll(async () => {
  requireBuild();
  folder = await mkdtemp(join(tmpdir(), 'quiz-workers-'));
  // If root starts it, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  await startTwo();
});

beforeEach(async () => {
  log = [];
  if (!isRunning()) await startTwo();
});

afterAll(async () => {
  if (isRunning()) {
    primary.kill('SIGTERM');
    await once(primary, 'exit');
  }
  await rm(folder, { recursive: true });
});

const isRunning = () => primary.exitCode === null && primary.signalCode === null;

async function startTwo(): Promise<void> {
  primary = start();
  createInterface(primary.stdout).on('line', (line) => log.push(line));
  primary.stderr.pipe(process.stderr);
  await until('one worker serves', () => Promise.resolve(log.includes('Quiz service is ready.')));
  await untilTwo();
  backoffice = await Backoffice.signIn(url, { email: ADMINISTRATOR, password: (password ??= createdPassword()) });
  databaseUrl = (await findEmbeddedPostgres(join(folder, 'postgres'))) ?? '';
}

function createdPassword(): string {
  const created = log.join('\n').matchAll(/^Created the first administrator: ada@example\.com, password (\S+)/gm);
  const passwords = [...created].map(([, password = '']) => password);
  expect(passwords).toHaveLength(1);
  return passwords[0] ?? '';
}

const start = (environment: Record<string, string> = {}) =>
  spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      DATA_DIRECTORY: folder,
      ADMIN_EMAIL: ADMINISTRATOR,
      HOST: '127.0.0.1',
      PORT: String(port),
      WORKERS: '2',
      // Longer than any test.
      RATE_LIMIT_WINDOW_SECONDS: '3600',
      ...LONG_TIMEOUTS,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const workersOf = async () => (await readMetrics(url)).get('quiz_workers');

const untilTwo = () => until('two workers serve', async () => (await workersOf().catch(() => undefined)) === 2);

interface Line {
  pid: number;
  path?: string;
  msg: string;
}

const lines = () => log.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);

/** The processes that have logged a request of the path. */
const serving = (path: string) => new Set(lines().flatMap((line) => (line.path === path ? [line.pid] : [])));

const said = (message: string) => lines().filter(({ msg }) => msg.includes(message)).length;

const list = (key: string, agent: Agent | false = false) =>
  send(url, 'GET', '/api/quizzes', { headers: { 'x-api-key': key }, agent });

const listConcurrently = (count: number, key: string, agent?: Agent) =>
  Promise.all(Array.from({ length: count }, () => list(key, agent)));

const having = (status: number, answers: Answer[]) => answers.filter((answer) => answer.status === status);

const remainingOf = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining']);

/** Expects that so many of the requests were served, which counted down to 0, and the others were rejected. */
function expectServed(count: number, answers: Answer[]): void {
  const remaining = having(200, answers).map(remainingOf);
  expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: count }, (_, index) => count - 1 - index));
  expect(having(429, answers)).toHaveLength(answers.length - count);
}

/** @returns a connection to each worker. Which one accepts a connection is up to the operating system */
async function connectToWorkers(): Promise<[Agent, Agent]> {
  const agents = new Map<number, Agent>();
  while (agents.size < 2) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const path = `/api/quizzes/${randomUUID()}`;
    await send(url, 'GET', path, { agent });
    await until('the request is logged', () => Promise.resolve(serving(path).size === 1));
    const [worker = 0] = serving(path);
    agents.get(worker)?.destroy();
    agents.set(worker, agent);
  }
  return [...agents.values()] as [Agent, Agent];
}

/** @returns the process of a worker */
async function findWorker(): Promise<number> {
  await send(url, 'GET', '/health/live');
  await until('the request is logged', () => Promise.resolve(serving('/health/live').size > 0));
  return [...serving('/health/live')][0] ?? 0;
}

async function isListening(): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('WORKERS=2: two processes serve exactly 100 of 400 concurrent requests of a key', async () => {
  const { key } = await createPlayer({ backoffice, url });
  expectServed(100, await listConcurrently(400, key));
  await until('both have logged', () => Promise.resolve(serving('/api/quizzes').size === 2));
  expect(said('counts for itself')).toBe(0);
});

it('WORKERS=2: while the primary process does not respond, each worker counts for itself and logs it; then they share the count again', async () => {
  const [{ key }, another] = [await createPlayer({ backoffice, url }), await createPlayer({ backoffice, url })];
  const workers = await connectToWorkers();
  /** What is left by the last count that each worker knows: 99 and 98 requests. */
  const left: number[] = [];
  for (const agent of workers) left.push(remainingOf(await list(key, agent)));
  primary.kill('SIGSTOP');
  const alone = await Promise.all(workers.map((agent) => listConcurrently(120, key, agent))).finally(() =>
    primary.kill('SIGCONT'),
  );
  for (const [index, answers] of alone.entries()) expectServed(left[index] ?? 0, answers);
  await until('the workers share the count again', async () => {
    for (const agent of workers) await list(another.key, agent);
    return said('all processes share the count again') === 2;
  });
  expect(said('The primary process does not answer')).toBe(2);
  // The primary process has not lost its count, to which it has added the two requests that it did not answer in time.
  expectServed(Math.min(...left) - 2, await listConcurrently(400, key));
  expectServed(100, await listConcurrently(400, (await createPlayer({ backoffice, url })).key));
  for (const agent of workers) agent.destroy();
});

it('a killed worker loses its requests only, is replaced, and stays in counts and metrics', async () => {
  const { key } = await createPlayer({ backoffice, url });
  const requests = async () =>
    (await readMetrics(url)).get(
      'http_request_duration_seconds_count{method="GET",route="/api/quizzes",status="200"}',
    ) ?? 0;
  const before = await requests();
  await listConcurrently(100, key);
  // A busy worker may report its metrics too late.
  const untilCounted = () => until('all are counted', async () => (await requests()) === before + 100);
  await untilCounted();
  const worker = await findWorker();
  process.kill(worker, 'SIGKILL');
  await until('its end is logged', () => Promise.resolve(said(`Worker ${worker} ended (SIGKILL)`) === 1));
  await untilTwo();
  expect((await readMetrics(url)).get('quiz_worker_restarts_total')).toBe(1);
  expect(having(429, await listConcurrently(10, key))).toHaveLength(10);
  await untilCounted();
});

it('while a worker does not respond, the other one accepts all connections', async () => {
  const worker = await findWorker();
  process.kill(worker, 'SIGSTOP');
  const live = () => send(url, 'GET', '/health/live', { agent: false });
  const answers = await Promise.all(Array.from({ length: 50 }, live)).finally(() => process.kill(worker, 'SIGCONT'));
  expect(having(200, answers)).toHaveLength(50);
});

it('while the primary process does not respond, new connections are accepted, and GET /metrics fails', async () => {
  primary.kill('SIGSTOP');
  const { status } = await send(url, 'GET', '/metrics', { agent: false }).finally(() => primary.kill('SIGCONT'));
  expect(status).toBe(503);
});

it('a port in use ends the start with one message', async () => {
  const second = start({ DATABASE_URL: databaseUrl, ADMIN_EMAIL: '' });
  second.stdout.resume();
  const [problem, ended] = await Promise.all([text(second.stderr), once(second, 'close')]);
  expect(problem).toBe(
    `The service cannot listen on 127.0.0.1:${port}: another program uses the port. Set another PORT.\n`,
  );
  expect(ended).toEqual([1, null]);
});

it('a stop ends a worker whose event loop is blocked', async () => {
  const worker = await findWorker();
  process.kill(worker, 'SIGSTOP');
  const closed = once(primary, 'close');
  primary.kill('SIGTERM');
  expect(await closed).toEqual([1, null]);
  await until('the worker has ended', () => Promise.resolve(!isAlive(worker)));
});

it('workers end with a killed primary process, the port is free, and the next start counts anew on the same embedded PostgreSQL', async () => {
  const { key } = await createPlayer({ backoffice, url });
  expectServed(100, await listConcurrently(400, key));
  const worker = await findWorker();
  // Its output ends with the last worker.
  const closed = once(primary, 'close');
  primary.kill('SIGKILL');
  await closed;
  await until('the worker has ended', () => Promise.resolve(!isAlive(worker)));
  log = [];
  await startTwo();
  expect(log.join()).not.toContain('"level":50');
  expectServed(100, await listConcurrently(400, key));
});

it('a stop answers the requests in flight, ends all processes, and then the embedded PostgreSQL', async () => {
  const player = await createPlayer({ backoffice, url }, 'admin');
  const quizzes = [await createQuiz(player), await createQuiz(player)];
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query('BEGIN');
  await database.query('SELECT FROM quizzes FOR UPDATE');
  const agents = await connectToWorkers();
  const answers = quizzes.map(({ id }, index) =>
    send(url, 'DELETE', `/api/quizzes/${id}`, { headers: { 'x-api-key': player.key }, agent: agents[index] }),
  );
  await untilLocked(databaseUrl, 'DELETE FROM "quizzes"', 2);
  const ended = once(primary, 'close');
  primary.kill('SIGTERM');
  await until('nothing listens', async () => !(await isListening()));
  await database.query('ROLLBACK');
  await database.end();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await ended).toEqual([0, null]);
  expect(log.at(-1)).toBe('Embedded PostgreSQL stopped');
  expect(log.join()).not.toContain('"level":50');
  const workers = quizzes.flatMap(({ id }) => [...serving(`/api/quizzes/${id}`)]);
  expect(new Set(workers).size).toBe(2);
  expect(workers.filter(isAlive)).toEqual([]);
});
