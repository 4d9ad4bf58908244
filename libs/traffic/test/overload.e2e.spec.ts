import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { vi } from 'vitest';
import { generateApiKey } from '#libs/auth';
import { Admission } from '#libs/traffic';
import { createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { type Answer, parseAnswer, send } from '../../../test/support/http.js';
import { readMetrics } from '../../../test/support/metrics.js';
import { type Service, startService } from '../../../test/support/service.js';
import { startTcpProxy } from '../../../test/support/tcp-proxy.js';
import { untilLocked } from '../../../test/support/activity.js';
import { until } from '../../../test/support/until.js';

const UNAVAILABLE = '{"error":"Service temporarily unavailable"}';
/** As many requests as are always admitted (MIN_LIMIT). */
const LIMIT = 100;
/** Short, so that overload is noticed at once. */
const MAX_QUEUE_WAIT_MS = '50';

let service: Service;
let admin: Player;
let quizId: string;
let database: Client;

/** How far the clock of the deadlines is ahead. It never goes back. */
let clockAheadMs = 0;
const now = performance.now.bind(performance);
vi.spyOn(performance, 'now').mockImplementation(() => now() + clockAheadMs);

beforeAll(async () => {
  service = await startService({ MAX_QUEUE_WAIT_MS });
  admin = await createPlayer(service, 'admin');
  ({ id: quizId } = await createQuiz(admin));
  database = new Client({ connectionString: service.databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database.end();
  await service.close();
});

const preflight = { origin: 'https://example.com', 'access-control-request-method': 'POST' };

const get = (path: string, { url } = service, headers: Record<string, string> = { 'x-api-key': admin.key }) =>
  send(url, 'GET', path, { headers });

/** Waits until the service works for this many requests. */
const untilInFlight = (count: number) =>
  until(`${count} requests are in flight`, async () => {
    const metrics = await readMetrics(service.url);
    // Without the one that reads the metrics.
    const inFlight = Number(metrics.get('quiz_requests_in_flight')) - 1;
    return inFlight === count || inFlight;
  });

function expectUnavailable(answer: Answer, limit = '1000000'): void {
  expect([answer.status, answer.text]).toEqual([503, UNAVAILABLE]);
  expect(answer.headers).toMatchObject({
    'retry-after': '1',
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/) as string,
    'x-ratelimit-reset': expect.stringMatching(/^\d+$/) as string,
    'ratelimit-policy': expect.stringMatching(`^"default";q=${limit};w=\\d+$`) as string,
  });
}

/**
 * Lets requests wait for their keys, so many that further ones are rejected, until the work is done.
 * @returns their statuses
 */
async function whileFull(work: () => Promise<void>, of = service): Promise<Set<number>> {
  await database.query('BEGIN');
  await database.query('LOCK TABLE users');
  const waiting = Array.from({ length: LIMIT }, () => get(`/api/quizzes/${quizId}`, of));
  try {
    await until('requests are rejected', async () => (await get('/nothing', of)).status === 503);
    await work();
  } finally {
    await database.query('ROLLBACK');
  }
  return new Set((await Promise.all(waiting)).map(({ status }) => status));
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

describe('requests that would wait too long', () => {
  it('are rejected early, while those in flight are answered', async () => {
    const statuses = await whileFull(async () => {
      for (const path of ['/api/leaderboard', `/api/quizzes/${quizId}`, '/api/nothing']) {
        expectUnavailable(await get(path));
      }
      const unknown = await get('/api/leaderboard', service, { 'x-api-key': 'malformed' });
      expect([unknown.status, unknown.text]).toEqual([401, '{"error":"Invalid API key"}']);
      const backoffice = await get('/admin/api/users', service, { cookie: service.backoffice.cookie });
      expect([backoffice.status, backoffice.text]).toEqual([503, UNAVAILABLE]);
      const image = `/images/${'a'.repeat(64)}.png`;
      const pages = ['/docs', '/docs/swagger-ui-bundle.js', '/admin/', '/admin/api/session/methods', '/nothing'];
      for (const path of [...pages, image]) {
        const { status, text, headers } = await get(path, service, {});
        expect([path, status, text]).toEqual([path, 503, UNAVAILABLE]);
        expect(headers).toMatchObject({ 'retry-after': '1', 'x-content-type-options': 'nosniff' });
      }
      for (const path of ['/health/live', '/health/ready', '/metrics']) {
        expect([path, (await get(path, service, {})).status]).toEqual([path, 200]);
      }
    });
    expect(statuses).toEqual(new Set([200]));
    expect((await get(`/api/quizzes/${quizId}`)).status).toBe(200);
  });

  it('do not count any more once their clients have disconnected', async () => {
    const request = `GET /api/quizzes/${quizId} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\n\r\n`;
    await database.query('BEGIN');
    await database.query('LOCK TABLE quizzes');
    const aborted = [await begin(request), await begin(request)];
    await untilInFlight(2);
    for (const { socket } of aborted) socket.destroy();
    await untilInFlight(0);
    await database.query('ROLLBACK');
  });

  it('do not count while their bodies arrive, and are rejected then if the service is overloaded', async () => {
    const body = JSON.stringify(quizBody());
    const head = `POST /api/quizzes HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\nContent-Type: application/json\r\n`;
    const beginning = `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n{`;
    const slow = [(await begin(beginning)).socket, (await begin(beginning)).socket] as const;
    // They count until their keys are resolved.
    await untilInFlight(0);
    const answerTo = async (socket: Socket) => {
      socket.write(body.slice(1));
      return parseAnswer(((await once(socket, 'data')) as [Buffer])[0].toString());
    };
    await whileFull(async () => expectUnavailable(await answerTo(slow[0])));
    expect((await answerTo(slow[1])).status).toBe(201);
    for (const socket of slow) socket.destroy();
  });

  it('are expected by the requests that finish: those that pass the guards, each once', async () => {
    const release = vi.spyOn(Admission.prototype, 'release');
    const finished = async (status: number, ask: () => Promise<Answer>) => {
      release.mockClear();
      expect((await ask()).status).toBe(status);
      return release.mock.calls.filter(([, isFinished]) => isFinished).length;
    };
    const body = JSON.stringify(quizBody());
    const post = (key: string) =>
      `POST /api/quizzes HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const withLateBody = async () => {
      const { socket, message } = await begin(post(admin.key));
      await until('its body is read', () => Promise.resolve(message.listenerCount('data') > 0));
      socket.write(body);
      const answer = parseAnswer(((await once(socket, 'data')) as [Buffer])[0].toString());
      socket.destroy();
      return answer;
    };
    expect(await finished(200, () => get(`/api/quizzes/${quizId}`))).toBe(1);
    expect(await finished(404, () => get('/api/quizzes/0'))).toBe(1);
    expect(await finished(201, withLateBody)).toBe(1);
    expect(await finished(401, () => get('/api/quizzes', service, { 'x-api-key': 'malformed' }))).toBe(0);
    expect(await finished(204, () => send(service.url, 'OPTIONS', '/api/quizzes', { headers: preflight }))).toBe(0);
    release.mockRestore();
  });

  it('show the known count of a key, and count for the address if the key is unknown', async () => {
    const limited = await startService({
      DATABASE_URL: service.databaseUrl,
      MAX_QUEUE_WAIT_MS,
      RATE_LIMIT_REQUESTS: '10',
      RATE_LIMIT_WINDOW_SECONDS: '3600',
    });
    const [one, other] = [await createPlayer(service), await createPlayer(service)];
    const remainingOf = async (key: string) => {
      const { status, headers } = await get('/api/leaderboard', limited, { 'x-api-key': key });
      return [status, headers['x-ratelimit-remaining']];
    };
    for (const left of ['9', '8', '7']) expect(await remainingOf(one.key)).toEqual([200, left]);
    await whileFull(async () => {
      expect(await remainingOf(one.key)).toEqual([503, '6']);
      expect(await remainingOf(other.key)).toEqual([503, '9']);
      const guesses = [];
      for (let guess = 0; guess < 10; guess++) guesses.push(await remainingOf(generateApiKey()));
      expect(guesses).toEqual([...[8, 7, 6, 5, 4, 3, 2, 1, 0].map((left) => [503, String(left)]), [429, '0']]);
      expect(await remainingOf(one.key)).toEqual([503, '5']);
    }, limited);
    await limited.close();
  });

  it('count for the rate limit of this instance, which is checked first', async () => {
    const strict = await startService({
      DATABASE_URL: service.databaseUrl,
      MAX_QUEUE_WAIT_MS,
      RATE_LIMIT_REQUESTS: '2',
      RATE_LIMIT_WINDOW_SECONDS: '3600',
    });
    await whileFull(async () => {
      const answers = [];
      for (let time = 0; time < 3; time++) answers.push(await get('/api/leaderboard', strict));
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 429]);
      expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0', '0']);
    }, strict);
    await strict.close();
  });
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
      REQUEST_DEADLINE_MS: '30000',
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

describe('connections beyond the limit', () => {
  it('get 503 and are closed, while health checks are answered', async () => {
    const limited = await startService({
      DATABASE_URL: service.databaseUrl,
      MAX_CONNECTIONS: '3',
      REQUEST_DEADLINE_MS: '60000',
      DATABASE_LOCK_TIMEOUT_MS: '50000',
      DATABASE_STATEMENT_TIMEOUT_MS: '55000',
    });
    const answers: Answer[] = [];
    await database.query('BEGIN');
    await database.query('LOCK TABLE users');
    const asked = Array.from({ length: 10 }, async () => {
      answers.push(await get(`/api/quizzes/${quizId}`, limited));
    });
    try {
      await until('seven are rejected', () => Promise.resolve(answers.length >= 7 || answers.length));
      expect((await get('/health/live', limited)).status).toBe(200);
    } finally {
      await database.query('COMMIT');
    }
    await Promise.all(asked);
    const rejected = answers.filter(({ status }) => status !== 200);
    // Connections of the test's own client may be among the three.
    expect(rejected.length).toBeGreaterThanOrEqual(7);
    expect(rejected.length).toBeLessThan(10);
    for (const answer of rejected) {
      expectUnavailable(answer);
      expect(answer.headers.connection).toBe('close');
    }
    await limited.close();
  });
});

describe('a connection', () => {
  it('has one request processed at a time, and frees its slot when it ends', async () => {
    const request = `GET /api/quizzes/${quizId} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\n\r\n`;
    await database.query('BEGIN');
    await database.query('LOCK TABLE quizzes');
    const pipelined = [await begin(request.repeat(6)), await begin(request.repeat(6))];
    await untilLocked(service.databaseUrl);
    await untilInFlight(2);
    for (const { socket } of pipelined) socket.destroy();
    await untilInFlight(0);
    await database.query('ROLLBACK');
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
    expect((await get('/api/quizzes')).status).toBe(200);
  });
});
