import { setTimeout as sleep } from 'node:timers/promises';
import { generateApiKey } from '#libs/auth';
import { query, withClient } from '../../../test/support/database.js';
import { createPlayer, createQuiz, type Player } from '../../../test/support/factories.js';
import { type Answer, sendRequest, sendConcurrently, having } from '../../../test/support/rate.js';
import { type Service, startService } from '../../../test/support/service.js';

const WINDOW_MS = 60_000;

/** 100 requests a minute. The test acts as its trusted proxy. */
let service: Service;
/** Two requests a minute. */
let strict: Service;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_REQUESTS: '100', TRUSTED_PROXIES: '127.0.0.1' });
  strict = await startInstance({ RATE_LIMIT_REQUESTS: '2', TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(async () => {
  await strict.close();
  await service.close();
});

const startInstance = (environment: Record<string, string>) =>
  startService({ DATABASE_URL: service.databaseUrl, ...environment });

async function withInstance(environment: Record<string, string>, work: (url: string) => Promise<void>): Promise<void> {
  const instance = await startInstance(environment);
  try {
    await work(instance.url);
  } finally {
    await instance.close();
  }
}

let addresses = 0;
const newAddress = () => `198.51.100.${++addresses}`;

async function createKey(userId: string, expiresAt?: Date): Promise<{ id: string; key: string }> {
  return service.backoffice.call('POST', '/keys', { name: 'Key', userId, expiresAt });
}

/** The key of a viewer who has used up the limit of an instance. */
async function exhaustedKey(): Promise<string> {
  const { key } = await createPlayer(service, 'viewer');
  expect(having(200, await sendConcurrently(3, [strict.url], { key }))).toBe(2);
  return key;
}

const counted = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => String(from - index));

const countDown = (answers: Answer[]) =>
  answers.flatMap(({ remaining }) => remaining ?? []).sort((one, other) => Number(other) - Number(one));

/** Checks the responses to 130 concurrent requests in a new window of 100. */
function expectWindowOf100(answers: Answer[], served: number): void {
  const rejected = answers.filter(({ status }) => status === 429);
  expect([having(served, answers), rejected.length]).toEqual([100, 30]);
  expect(new Set(answers.map(({ limit }) => limit))).toEqual(new Set(['100']));
  expect(countDown(answers.filter(({ status }) => status === served))).toEqual(counted(99, 0));
  expect(new Set(rejected.map(({ remaining }) => remaining))).toEqual(new Set(['0']));
  const [reset = NaN, ...others] = new Set(answers.map((answer) => answer.reset));
  expect(others).toEqual([]);
  expect(reset).toBeGreaterThanOrEqual(
    Math.ceil((Math.min(...answers.map(({ sentAt }) => sentAt)) + WINDOW_MS) / 1000),
  );
  expect(reset).toBeLessThanOrEqual(
    Math.ceil((Math.min(...answers.map(({ receivedAt }) => receivedAt)) + WINDOW_MS) / 1000),
  );
  for (const answer of answers) expectRetryAfter(answer);
}

/** Only a rejection has Retry-After: the seconds until the end of the window, rounded up. */
function expectRetryAfter({ status, retryAfter, reset, sentAt, receivedAt }: Answer): void {
  if (status !== 429) {
    expect(retryAfter).toBeNull();
  } else {
    expect(retryAfter).toMatch(/^[1-9]\d*$/);
    expect(Number(retryAfter)).toBeGreaterThan(reset - 1 - receivedAt / 1000);
    expect(Number(retryAfter)).toBeLessThan(reset + 1 - sentAt / 1000);
  }
}

describe('130 concurrent requests in a window of 100', () => {
  it('get exactly 100 served with one key, with correct headers', async () => {
    const { key } = await createPlayer(service);
    expectWindowOf100(await sendConcurrently(130, [service.url], { key }), 200);
  });

  it('get exactly 100 counted for one address without a key', async () => {
    const answers = await sendConcurrently(130, [service.url], { address: newAddress() });
    expectWindowOf100(answers, 401);
  });
});

describe('a key with a limit of its own', () => {
  const setLimit = (id: string, rateLimit: number | null) =>
    service.backoffice.call('PATCH', `/keys/${id}`, { rateLimit });

  it('gets exactly as many requests served, above and below the limit of the service', async () => {
    const { key, keyId } = await createPlayer(service);
    await setLimit(keyId, 5);
    const answers = await sendConcurrently(10, [service.url], { key });
    expect([having(200, answers), having(429, answers)]).toEqual([5, 5]);
    expect(new Set(answers.map(({ limit }) => limit))).toEqual(new Set(['5']));
    for (const answer of answers) expectRetryAfter(answer);
    expect(await sendConcurrently(3, [strict.url], { key })).toMatchObject(Array(3).fill({ status: 200, limit: '5' }));
  });

  it('has its new limit in the next request of the same window', async () => {
    const { key, keyId } = await createPlayer(service);
    const answers: Answer[] = [];
    for (const limit of [1, 3, 2, null]) {
      await setLimit(keyId, limit);
      answers.push(await sendRequest(service.url, { key }));
    }
    expect(answers.map(({ status, limit, remaining }) => [status, limit, remaining])).toEqual([
      [200, '1', '0'],
      [200, '3', '1'],
      [429, '2', '0'],
      [200, '100', '96'],
    ]);
  });

  it('leaves the limits of other keys and of the address as they are', async () => {
    const address = newAddress();
    const { userId, keyId, key } = await createPlayer(service);
    await setLimit(keyId, 5);
    const other = await createKey(userId);
    const sent = [{ key, address }, { key: other.key, address }, { address }];
    const answers = await Promise.all(sent.map((question) => sendRequest(service.url, question)));
    expect(answers.map(({ limit, remaining }) => [limit, remaining])).toEqual([
      ['5', '4'],
      ['100', '99'],
      ['100', '99'],
    ]);
  });
});

describe('a request', () => {
  it('counts for its key, separately from other keys of the user and from the address', async () => {
    const address = newAddress();
    const { userId, key } = await createPlayer(service);
    const other = await createKey(userId);
    const asked = [{ key }, { key, address }, { key: other.key, address }, { address }, { key, address: newAddress() }];
    const remaining: unknown[] = [];
    for (const question of asked) remaining.push((await sendRequest(service.url, question)).remaining);
    expect(remaining).toEqual(['99', '98', '99', '99', '97']);
  });

  it('counts for its address if its key is missing, malformed, unknown, deleted or expired', async () => {
    const { userId, key } = await createPlayer(service);
    const [deleted, expired] = await Promise.all([
      createKey(userId),
      createKey(userId, new Date(Date.now() + 3_600_000)),
    ]);
    await service.backoffice.call('DELETE', `/keys/${deleted.id}`);
    await query(service.databaseUrl, 'UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.id]);
    const address = newAddress();
    const answers: [number, string | null][] = [];
    for (const sent of [undefined, '', 'malformed', `${key}0`, generateApiKey(), deleted.key, expired.key]) {
      const { status, remaining } = await sendRequest(service.url, {
        address,
        ...(sent !== undefined && { key: sent }),
      });
      answers.push([status, remaining]);
    }
    expect(answers).toEqual(counted(99, 93).map((remaining) => [401, remaining]));
  });

  it.each([
    ['GET /quizzes', {}],
    ['GET /quizzes?page=0', {}],
    ['GET /nothing', {}],
    ['PATCH /quizzes', {}],
    ['POST /quizzes', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['POST /quizzes', { body: '{', headers: { 'content-type': 'text/plain' } }],
    ['DELETE /quizzes/019b76da-a800-7000-8000-000000000001', {}],
  ])('over the limit is rejected before any other check: %s %j', async (route, init) => {
    const [method = '', path = ''] = route.split(' ');
    const question = { method, path, ...init };
    const rejected = { status: 429, limit: '2', remaining: '0' };
    expect(await sendRequest(strict.url, { ...question, key: await exhaustedKey() })).toMatchObject(rejected);
    const address = newAddress();
    await sendConcurrently(2, [strict.url], { address });
    for (const key of ['', 'malformed', generateApiKey()]) {
      expect(await sendRequest(strict.url, { ...question, key, address })).toMatchObject(rejected);
    }
  });

  it('over the limit of its key has the documented error', async () => {
    const response = await fetch(`${strict.url}/api/quizzes`, { headers: { 'x-api-key': await exhaustedKey() } });
    expect(await response.json()).toEqual({ error: 'Rate limit exceeded. Please try again later.' });
  });

  it('over the limit of its address does not affect a valid key at that address', async () => {
    const address = newAddress();
    const { key } = await createPlayer(service);
    expect(having(429, await sendConcurrently(3, [strict.url], { address }))).toBe(1);
    expect(await sendRequest(strict.url, { address, key })).toMatchObject({ status: 200, remaining: '1' });
  });
});

describe('the headers', () => {
  let admin: Player;
  let quiz: { id: string; etag: string };

  beforeAll(async () => {
    admin = await createPlayer(service, 'admin');
    const { id } = await createQuiz(admin);
    const { response } = await admin.api.GET('/quizzes/{id}', { params: { path: { id } } });
    quiz = { id, etag: response.headers.get('etag') ?? '' };
  });

  const json = { 'content-type': 'application/json' };

  it.each<[number, string, () => RequestInit]>([
    [200, 'GET /quizzes', () => ({})],
    [304, 'GET /quizzes/:id', () => ({ headers: { 'if-none-match': quiz.etag } })],
    [400, 'GET /quizzes?limit=none', () => ({})],
    [400, 'POST /quizzes', () => ({ headers: json, body: '{' })],
    [404, 'GET /nothing', () => ({})],
    [404, 'GET /quizzes/%', () => ({})],
    [405, 'PATCH /quizzes', () => ({})],
    [409, 'POST /quizzes/:id/attempts', () => ({ headers: json, body: '{"answers":[],"totalTimeMs":1}' })],
    [412, 'DELETE /quizzes/:id', () => ({ headers: { 'if-match': '"other"' } })],
    [413, 'POST /quizzes', () => ({ headers: json, body: ' '.repeat(1024 * 1024 + 1) })],
    [415, 'POST /quizzes', () => ({ headers: { 'content-type': 'text/plain' }, body: '{}' })],
  ])('are on an answer with status %i: %s', async (status, route, init) => {
    const [method = '', path = ''] = route.replace(':id', quiz.id).split(' ');
    const { key } = await createKey(admin.userId);
    const question = { method, path, key, ...init() };
    if (status === 409)
      for (let taken = 0; taken < 3; taken++) await sendRequest(service.url, { ...question, key: admin.key });
    const answer = await sendRequest(service.url, question);
    expect(answer).toMatchObject({ status, limit: '100', remaining: '99' });
    expect(answer.reset).toBeGreaterThan(answer.sentAt / 1000);
    expectRetryAfter(answer);
  });

  it('are on preflights, which count nothing and are never rejected', async () => {
    const address = newAddress();
    const preflight = { method: 'OPTIONS', path: '/quizzes', address };
    const headers = { origin: 'https://quiz.example.com', 'access-control-request-method': 'GET' };
    const { reset, ...first } = await sendRequest(strict.url, { ...preflight, headers });
    expect(first).toMatchObject({ status: 204, limit: '2', remaining: '2', retryAfter: null });
    expect(reset).toBeGreaterThan(Date.now() / 1000);
    await sendConcurrently(20, [strict.url], { ...preflight, headers });
    expect(having(401, await sendConcurrently(3, [strict.url], { address }))).toBe(2);
    expect(await sendRequest(strict.url, { ...preflight, headers })).toMatchObject({ status: 204, remaining: '0' });
  });

  it.each(['/health/live', '/docs/openapi.json', '/admin/api/session', '/metrics'])(
    'are not on %s, which is outside the API and has no limit',
    async (path) => {
      const { headers } = await fetch(strict.url + path);
      expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
    },
  );

  it('can contain the largest limit', () =>
    withInstance({ RATE_LIMIT_REQUESTS: '2147483647' }, async (url) => {
      const { key } = await createPlayer(service);
      expect(countDown(await sendConcurrently(5, [url], { key }))).toEqual(counted(2_147_483_646, 2_147_483_642));
    }));
});

describe('a window', () => {
  it('begins with the first request, is not extended by rejected ones, and ends', () =>
    withInstance({ RATE_LIMIT_REQUESTS: '3', RATE_LIMIT_WINDOW_SECONDS: '8' }, async (url) => {
      const { key } = await createPlayer(service);
      const first = await sendRequest(url, { key });
      expect(having(200, await sendConcurrently(2, [url], { key }))).toBe(2);
      let next = await sendRequest(url, { key });
      for (; next.status === 429; next = await sendRequest(url, { key })) {
        expect(next.reset).toBe(first.reset);
        expectRetryAfter(next);
        // A request that begins after the end of the window must not be rejected any more.
        expect(next.sentAt).toBeLessThanOrEqual(first.receivedAt + 8_000);
        // Frequent requests are needed only around the end.
        await sleep(Date.now() < first.sentAt + 7_800 ? 200 : 10);
      }
      expect(next).toMatchObject({ status: 200, remaining: '2' });
      expect(next.receivedAt).toBeGreaterThanOrEqual(first.sentAt + 8_000);
      expect(next.reset).toBeGreaterThan(first.reset);
    }));
});

describe('X-Forwarded-For', () => {
  it.each<Record<string, string>>([{}, { TRUSTED_PROXIES: '192.0.2.1, 203.0.113.0/24' }])(
    'has no effect if the peer is not a trusted proxy: %j',
    (proxies) =>
      withInstance({ RATE_LIMIT_REQUESTS: '10', ...proxies }, async (url) => {
        const answers = Array.from({ length: 15 }, () => sendRequest(url, { address: newAddress() }));
        expect(having(429, await Promise.all(answers))).toBe(5);
        expect((await sendRequest(url)).status).toBe(429);
      }),
  );

  it('names the client by its last address that is not a trusted proxy', async () => {
    const address = newAddress();
    const answers = [address, `${newAddress()}, ${address}`, `${address}, 127.0.0.1`, newAddress()];
    const remaining: unknown[] = [];
    for (const sent of answers) remaining.push((await sendRequest(service.url, { address: sent })).remaining);
    expect(remaining).toEqual(['99', '98', '97', '99']);
  });
});

it('while the database does not answer, a request counts for a key resolved in this window, otherwise for the address', () =>
  withInstance(
    { RATE_LIMIT_REQUESTS: '3', DATABASE_LOCK_TIMEOUT_MS: '100', TRUSTED_PROXIES: '127.0.0.1' },
    async (url) => {
      const [{ key }, other] = [await createPlayer(service), await createPlayer(service)];
      const address = newAddress();
      expect(await sendRequest(url, { key, address })).toMatchObject({ status: 200, remaining: '2' });
      await withClient(service.databaseUrl, async (client) => {
        await client.query('BEGIN');
        await client.query('LOCK TABLE api_keys');
        const answers = await sendConcurrently(3, [url], { key, address });
        expect([having(503, answers), having(429, answers)]).toEqual([2, 1]);
        expect(countDown(answers)).toEqual(['1', '0', '0']);
        const unknown: unknown[] = [];
        for (const sent of [other.key, generateApiKey(), generateApiKey(), generateApiKey()]) {
          const { status, remaining, limit } = await sendRequest(url, { key: sent, address });
          unknown.push([status, remaining, limit]);
        }
        expect(unknown).toEqual([
          [503, '2', '3'],
          [503, '1', '3'],
          [503, '0', '3'],
          [429, '0', '3'],
        ]);
        await client.query('ROLLBACK');
      });
    },
  ));

describe('a key that was rotated', () => {
  const rotate = (id: string) =>
    service.backoffice.call<{ id: string; key: string }>('POST', `/keys/${id}/rotation`, {});

  it('shares one count with its successors, at every step of the chain', async () => {
    const { userId } = await createPlayer(service, 'viewer');
    const first = await createKey(userId);
    const second = await rotate(first.id);
    const third = await rotate(second.id);
    const other = await createKey(userId);
    const keys = [first, second, third].map(({ key }) => key);
    for (const key of keys.slice(0, 2)) expect((await sendRequest(strict.url, { key })).status).toBe(200);
    for (const key of keys) expect((await sendRequest(strict.url, { key })).status).toBe(429);
    expect((await sendRequest(strict.url, { key: other.key })).status).toBe(200);
  });

  it('shares it after its predecessor was deleted too', async () => {
    const { userId } = await createPlayer(service, 'viewer');
    const first = await createKey(userId);
    const second = await rotate(first.id);
    expect(having(200, await sendConcurrently(3, [strict.url], { key: first.key }))).toBe(2);
    await service.backoffice.call('DELETE', `/keys/${first.id}`);
    expect((await sendRequest(strict.url, { key: second.key })).status).toBe(429);
  });
});
