import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { generateApiKey } from '#libs/auth';
import { createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { type Answer, parseAnswer, send } from '../../../test/support/http.js';
import { type Service, startService } from '../../../test/support/service.js';
import { startTcpProxy } from '../../../test/support/tcp-proxy.js';
import { untilLocked } from '../../../test/support/activity.js';
import { until } from '../../../test/support/until.js';

const UNAVAILABLE = '{"error":"Service temporarily unavailable"}';
const LIMIT = 3;

let service: Service;
let admin: Player;
let quizId: string;
let database: Client;

/** How far the clock of the deadlines is ahead. It never goes back. */
let clockAheadMs = 0;
const now = performance.now.bind(performance);
jest.spyOn(performance, 'now').mockImplementation(() => now() + clockAheadMs);

beforeAll(async () => {
  service = await startService({ MAX_CONCURRENT_REQUESTS: String(LIMIT) });
  admin = await createPlayer(service, 'admin');
  ({ id: quizId } = await createQuiz(admin));
  database = new Client({ connectionString: service.databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database.end();
  await service.close();
});

const get = (path: string, { url } = service, headers: Record<string, string> = { 'x-api-key': admin.key }) =>
  send(url, 'GET', path, { headers });

const isBack = (of = service) => get(`/api/quizzes/${quizId}`, of).then(({ status }) => status === 200 || status);

/** Whether the allowed number of concurrent requests is served. */
const areServed = async () =>
  (await Promise.all(Array.from({ length: LIMIT }, () => isBack()))).every((is) => is === true);

function expectUnavailable(answer: Answer, limit = '1000000'): void {
  expect([answer.status, answer.text]).toEqual([503, UNAVAILABLE]);
  expect(answer.headers).toMatchObject({
    'retry-after': '1',
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/) as string,
    'x-ratelimit-reset': expect.stringMatching(/^\d+$/) as string,
  });
}

/** Lets the allowed number of requests wait for a lock until the work is done. @returns their statuses */
async function whileFull(work: () => Promise<void>): Promise<number[]> {
  await database.query('BEGIN');
  await database.query('LOCK TABLE quizzes');
  const waiting = Array.from({ length: LIMIT }, (_, index) => get(`/api/quizzes?page=${index + 1}`));
  // Two queries of a batch loader wait in the database, and the third one waits for them.
  await untilLocked(service.databaseUrl);
  try {
    await work();
  } finally {
    await database.query('ROLLBACK');
  }
  return (await Promise.all(waiting)).map(({ status }) => status);
}

/**
 * Advances the clock of the deadlines while a request waits for a lock, and waits until they are enforced.
 * @param work is done while it waits, before the clock advances
 */
async function passDeadline(work: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  await database.query('BEGIN');
  await database.query('LOCK TABLE quizzes');
  const waiting = get('/api/quizzes');
  try {
    await untilLocked(service.databaseUrl);
    await work();
    clockAheadMs += 60_000;
    expectUnavailable(await waiting);
    // Its query is still waiting.
    await untilLocked(service.databaseUrl);
  } finally {
    await database.query('ROLLBACK');
  }
}

describe('requests beyond MAX_CONCURRENT_REQUESTS', () => {
  it('are rejected early, while those in flight are answered', async () => {
    const statuses = await whileFull(async () => {
      for (const path of ['/api/leaderboard', `/api/quizzes/${quizId}`, '/api/nothing']) {
        expectUnavailable(await get(path));
      }
      const unknown = await get('/api/leaderboard', service, { 'x-api-key': 'malformed' });
      expect([unknown.status, unknown.text]).toEqual([401, '{"error":"Invalid API key"}']);
      const backoffice = await get('/admin/api/users', service, { cookie: service.backoffice.cookie });
      expect([backoffice.status, backoffice.text]).toEqual([503, UNAVAILABLE]);
      for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/admin/', '/admin/api/session/methods', '/nothing']) {
        const { status, text, headers } = await get(path, service, {});
        expect([path, status, text]).toEqual([path, 503, UNAVAILABLE]);
        expect(headers).toMatchObject({ 'retry-after': '1', 'x-content-type-options': 'nosniff' });
      }
      for (const path of ['/health/live', '/health/ready', '/metrics']) {
        expect([path, (await get(path, service, {})).status]).toEqual([path, 200]);
      }
    });
    expect(statuses).toEqual([200, 200, 200]);
    expect(await isBack()).toBe(true);
  });

  it('do not count any more once their clients have disconnected', async () => {
    await database.query('BEGIN');
    await database.query('LOCK TABLE quizzes');
    const { hostname, port } = new URL(service.url);
    const aborted = Array.from({ length: 2 * LIMIT }, () => connect(Number(port), hostname));
    for (const socket of aborted) {
      socket.write(`GET /api/quizzes/${quizId} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\n\r\n`);
      // Before the ones below, which would occupy a slot for a moment.
      await once(service.app.getHttpServer(), 'request');
    }
    await until('they wait', async () => (await get('/api/leaderboard')).status === 503);
    for (const socket of aborted) socket.destroy();
    await until('there is room', async () => (await get('/api/leaderboard')).status === 200);
    await database.query('ROLLBACK');
    await until('all are served', areServed);
  });

  it('do not count while their bodies arrive, and are rejected then if no slot is free', async () => {
    const body = JSON.stringify(quizBody());
    const { hostname, port } = new URL(service.url);
    const slow = Array.from({ length: 2 * LIMIT }, () => connect(Number(port), hostname));
    const head = `POST /api/quizzes HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\nContent-Type: application/json\r\n`;
    for (const socket of slow) {
      socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n{`);
      await once(service.app.getHttpServer(), 'request');
      // It occupies a slot until its key is resolved.
      await until('others are served', areServed);
    }
    const answerTo = async (socket: Socket) => {
      socket.write(body.slice(1));
      return parseAnswer(((await once(socket, 'data')) as [Buffer])[0].toString());
    };
    await whileFull(async () => expectUnavailable(await answerTo(slow[0] as Socket)));
    await until('others are served', areServed);
    expect((await answerTo(slow[1] as Socket)).status).toBe(201);
    for (const socket of slow) socket.destroy();
  });

  it('show the known count of a key, and count for the address if the key is unknown', async () => {
    const limited = await startService({
      DATABASE_URL: service.databaseUrl,
      MAX_CONCURRENT_REQUESTS: '1',
      RATE_LIMIT_REQUESTS: '10',
      RATE_LIMIT_WINDOW_SECONDS: '3600',
    });
    const [one, other] = [await createPlayer(service), await createPlayer(service)];
    const remainingOf = async (key: string) => {
      const { status, headers } = await get('/api/leaderboard', limited, { 'x-api-key': key });
      return [status, headers['x-ratelimit-remaining']];
    };
    for (const left of ['9', '8', '7']) expect(await remainingOf(one.key)).toEqual([200, left]);
    await database.query('BEGIN');
    await database.query('LOCK TABLE quizzes');
    const waiting = get('/api/quizzes', limited, { 'x-api-key': one.key });
    try {
      await untilLocked(service.databaseUrl);
      expect(await remainingOf(one.key)).toEqual([503, '5']);
      expect(await remainingOf(other.key)).toEqual([503, '9']);
      const guesses = [];
      for (let guess = 0; guess < 10; guess++) guesses.push(await remainingOf(generateApiKey()));
      expect(guesses).toEqual([...[8, 7, 6, 5, 4, 3, 2, 1, 0].map((left) => [503, String(left)]), [429, '0']]);
      expect(await remainingOf(one.key)).toEqual([503, '4']);
    } finally {
      await database.query('ROLLBACK');
      await waiting;
      await limited.close();
    }
  });

  it('count for the rate limit of this instance, which is checked first', async () => {
    const strict = await startService({
      DATABASE_URL: service.databaseUrl,
      MAX_CONCURRENT_REQUESTS: '1',
      RATE_LIMIT_REQUESTS: '2',
      RATE_LIMIT_WINDOW_SECONDS: '3600',
    });
    await database.query('BEGIN');
    await database.query('LOCK TABLE users');
    const waiting = get('/api/leaderboard', strict);
    try {
      await untilLocked(service.databaseUrl);
      const answers = [];
      for (let time = 0; time < 3; time++) answers.push(await get('/api/leaderboard', strict));
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 429]);
      expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0', '0']);
    } finally {
      await database.query('ROLLBACK');
      await waiting;
      await strict.close();
    }
  });
});

it('requests are rejected while the event loop lags', async () => {
  const late = await startService({
    DATABASE_URL: service.databaseUrl,
    MAX_EVENT_LOOP_DELAY_MS: '500',
    // A fifth of this number is 0.
    MAX_CONCURRENT_REQUESTS: '4',
  });
  let isHeldUp = true;
  const holdUp = () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    if (isHeldUp) setImmediate(holdUp);
  };
  holdUp();
  let rejected: Answer | undefined;
  try {
    await until('the delay is noticed', async () => {
      const answer = await get('/api/leaderboard', late);
      if (answer.status === 503) rejected = answer;
      return rejected !== undefined;
    });
    expect((await get('/health/live', late, {})).status).toBe(200);
  } finally {
    isHeldUp = false;
  }
  expectUnavailable(rejected as unknown as Answer);
  await until('requests are served', () => isBack(late));
  await late.close();
});

describe('a request beyond its deadline', () => {
  it('is answered with 503 if it waits for a lock, and the next ones are served', async () => {
    await passDeadline(async () => expect((await get('/api/leaderboard')).status).toBe(200));
    expect((await get('/api/quizzes')).status).toBe(200);
  });

  it('gets the rate-limit headers even if the database hangs', async () => {
    const proxy = await startTcpProxy(service.databaseUrl);
    const limited = await startService({
      DATABASE_URL: proxy.url,
      // A third of it for each of two queries for the key, and a third for the rate limit.
      REQUEST_DEADLINE_MS: '12000',
      RATE_LIMIT_REQUESTS: '50',
      RATE_LIMIT_WINDOW_SECONDS: '3600',
    });
    const { key } = await createPlayer(service);
    const ask = () => get('/api/quizzes', limited, { 'x-api-key': key });
    try {
      expect((await ask()).headers['x-ratelimit-remaining']).toBe('49');
      proxy.freeze();
      const answers = await Promise.all(Array.from({ length: 60 }, ask));
      proxy.thaw();
      const statuses = answers.map(({ status }) => status).sort();
      expect([statuses.indexOf(503), statuses.length]).toEqual([11, 60]);
      expect(new Set(statuses)).toEqual(new Set([429, 503]));
      for (const answer of answers) expect(answer.headers['x-ratelimit-limit']).toBe('50');
      await until('requests are served', async () => (await get('/api/quizzes', limited)).status === 200);
    } finally {
      await limited.close();
      await proxy.close();
    }
  });

  it('is not rejected if it waits for its own body', async () => {
    const body = JSON.stringify(quizBody());
    const { socket, message } = await begin(
      `POST /api/quizzes HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 40)}`,
    );
    await until('its body is read', () => Promise.resolve(message.listenerCount('data') > 0));
    await passDeadline();
    socket.write(body.slice(40));
    expect(parseAnswer(((await once(socket, 'data')) as [Buffer])[0].toString()).status).toBe(201);
    socket.destroy();
  });
});

/** Sends the beginning of a request. @returns the service's side of it */
async function begin(bytes: string): Promise<{ socket: Socket; message: IncomingMessage }> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const [message] = (await once(service.app.getHttpServer(), 'request')) as [IncomingMessage];
  return { socket, message };
}

describe('a connection', () => {
  it('has one request processed at a time, and frees its slot when it ends', async () => {
    const { hostname, port } = new URL(service.url);
    const sockets = Array.from({ length: LIMIT }, () => connect(Number(port), hostname));
    await database.query('BEGIN');
    await database.query('LOCK TABLE quizzes');
    const request = `GET /api/quizzes/${quizId} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\n\r\n`;
    sockets[0]?.write(request.repeat(2 * LIMIT));
    await untilLocked(service.databaseUrl);
    expect((await get('/api/leaderboard')).status).toBe(200);
    for (const socket of sockets.slice(1)) socket.write(request.repeat(2 * LIMIT));
    await until('they wait', async () => (await get('/api/leaderboard')).status === 503);
    for (const socket of sockets) socket.destroy();
    await until('there is room', async () => (await get('/api/leaderboard')).status === 200);
    await database.query('ROLLBACK');
    await until('all are served', areServed);
  });

  it('gets one response if its rejection waits for the rest of a body beyond the deadline', async () => {
    const { socket, message } = await begin(
      'POST /api/quizzes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{',
    );
    const received = text(socket);
    await until('the rest of its body is dropped', () => Promise.resolve(message.readableFlowing === true));
    await passDeadline();
    expect(await received).toMatch(/^HTTP\/1\.1 401 [^]*\{"error":"API key is required"\}$/);
    expect((await received).match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(await isBack()).toBe(true);
  });
});
