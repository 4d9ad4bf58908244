import { randomBytes } from 'node:crypto';
import { EndpointRegistry, type RegisteredEndpoint } from '#libs/platform';
import { generateApiKey } from '../libs/auth/src/api-key.js';
import { withClient } from './support/database.js';
import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from './support/factories.js';
import { type Answer, type RequestOptions, send } from './support/http.js';
import { type Service, startService } from './support/service.js';

type Role = 'admin' | 'player' | 'viewer';

/** The table of the specification, with the roles of the decisions. */
const ALLOWED: Record<string, Role[]> = {
  'GET /api/quizzes': ['admin', 'player', 'viewer'],
  'GET /api/quizzes/:id': ['admin', 'player', 'viewer'],
  'POST /api/quizzes': ['admin'],
  'PUT /api/quizzes/:id': ['admin'],
  'DELETE /api/quizzes/:id': ['admin'],
  'POST /api/quizzes/:id/attempts': ['admin', 'player'],
  'GET /api/quizzes/:id/attempts': ['admin', 'player', 'viewer'],
  'GET /api/quizzes/:id/attempts/:attemptId': ['admin', 'player', 'viewer'],
  'GET /api/quizzes/:id/leaderboard': ['admin', 'player', 'viewer'],
  'GET /api/leaderboard': ['admin', 'player', 'viewer'],
};

const ROUTES = Object.keys(ALLOWED);

/** Paths and methods that the API does not know. */
const UNKNOWN = [
  'GET /api',
  'GET /api/',
  'POST /api/nothing',
  'GET /api/quizzes/',
  'GET /api/Quizzes',
  'PATCH /api/quizzes',
  'DELETE /api/quizzes',
  'POST /api/leaderboard',
  'OPTIONS /api/quizzes',
  'TRACE /api/quizzes',
  'PROPFIND /api/quizzes/:id',
  'QUERY /api/quizzes',
  'HEAD /api/nothing',
  'GET /api/users',
  'GET /api/admin/users',
];

let service: Service;
/** Serves one request per key or address. */
let strict: Service;
let quizId: string;
const users: Partial<Record<Role, Player>> = {};

beforeAll(async () => {
  service = await startService();
  strict = await startService({
    DATABASE_URL: service.databaseUrl,
    RATE_LIMIT_REQUESTS: '1',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  for (const role of ['admin', 'player', 'viewer'] as const) users[role] = await createPlayer(service, role);
  const admin = userOf('admin');
  const quiz = await createQuiz(admin);
  quizId = quiz.id;
});

afterAll(async () => {
  await strict.close();
  await service.close();
});

function userOf(role: Role): Player {
  const user = users[role];
  if (user === undefined) throw new Error(`There is no ${role}`);
  return user;
}

/** Requests to a route that differ in all that a handler would look at. */
function variantsOf(route: string): [target: string, options: RequestOptions][] {
  const [, path = ''] = route.split(' ');
  const ids = path.includes(':id')
    ? [quizId, '019b76da-a800-7000-8000-000000000001', 'none', '%zz', '%00', 'a'.repeat(300)]
    : [''];
  const json = { 'content-type': 'application/json' };
  const options: RequestOptions[] = [
    {},
    { headers: json, body: '{"title":1}' },
    { headers: json, body: '{' },
    { headers: json, body: Buffer.alloc(1024 * 1024 + 1, ' ') },
    { headers: { 'content-type': 'text/plain' }, body: 'x' },
    { headers: { 'content-type': '/;' }, body: 'x' },
    { headers: { 'idempotency-key': ' bad key ', 'if-match': '"other"', 'if-none-match': '*' } },
  ];
  const targets = ids.map((id) => path.replace(':id', id).replace(':attemptId', 'none'));
  return [
    ...targets.map((target): [string, RequestOptions] => [target, {}]),
    ...options.map((option): [string, RequestOptions] => [targets[0] ?? '', option]),
    [`${targets[0] ?? ''}?page=0&limit[]=x&userId=1`, {}],
  ];
}

/** What of an answer a caller could learn something from: all but what is new in every answer. */
function told({ status, headers, text }: Answer): unknown {
  const {
    date: _,
    'x-request-id': __,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
    ...rest
  } = headers;
  return { status, text, headers: { ...rest, remaining: typeof remaining, reset: typeof reset } };
}

/** Sends every variant of a route and expects the same refusal each time. */
async function expectRefused(
  url: string,
  route: string,
  headers: Record<string, string>,
  [status, error]: [number, string],
) {
  const [method = ''] = route.split(' ');
  let first: unknown;
  for (const [target, options] of variantsOf(route)) {
    const answer = await send(url, method, target, { ...options, headers: { ...options.headers, ...headers } });
    const text = method === 'HEAD' ? '' : JSON.stringify({ error });
    expect([method, target.slice(0, 90), options, answer]).toMatchObject([
      method,
      target.slice(0, 90),
      options,
      { status, text },
    ]);
    first ??= told(answer);
    expect(told(answer)).toEqual(first);
  }
}

const KEY_REQUIRED: [number, string] = [401, 'API key is required'];
const INVALID_KEY: [number, string] = [401, 'Invalid API key'];
const INSUFFICIENT: [number, string] = [403, 'Insufficient permissions'];
const EXCEEDED: [number, string] = [429, 'Rate limit exceeded. Please try again later.'];

it('knows the routes of the specification and no others', () => {
  const isPublicApi = ({ path }: RegisteredEndpoint) => path.startsWith('/api');
  const endpoints = service.app.get(EndpointRegistry).endpoints.filter(isPublicApi);
  expect(endpoints.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...ROUTES].sort());
  expect(endpoints.filter(({ access }) => access.kind !== 'scope')).toEqual([]);
});

describe.each([...ROUTES, ...UNKNOWN])('%s', (route) => {
  const newKey = async (userId: string) =>
    service.backoffice.call<{ id: string; key: string }>('POST', '/keys', { name: 'Key', userId });

  it('needs a key, whatever else is sent', async () => {
    await expectRefused(service.url, route, {}, KEY_REQUIRED);
    await expectRefused(service.url, route, { 'x-api-key': '' }, KEY_REQUIRED);
    await expectRefused(service.url, route, { 'x-api-key': '  ' }, KEY_REQUIRED);
  });

  it('takes the key from no other place', async () => {
    const { key } = userOf('admin');
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { authorization: key },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { cookie: `x-api-key=${key}; session=${key}` },
      { cookie: service.backoffice.cookie, 'x-csrf-token': service.backoffice.csrfToken },
      { 'api-key': key },
      { x_api_key: key },
    ]) {
      await expectRefused(service.url, route, headers, KEY_REQUIRED);
    }
    const answer = await send(service.url, 'GET', `/api/quizzes?x-api-key=${key}&api_key=${key}`);
    expect(answer.status).toBe(401);
  });

  it('refuses a key that is malformed, unknown, deleted or expired', async () => {
    const { key, userId } = userOf('admin');
    const [deleted, expired] = [await newKey(userId), await newKey(userId)];
    await service.backoffice.call('DELETE', `/keys/${deleted.id}`);
    await withClient(service.databaseUrl, (client) =>
      client.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.id]),
    );
    const session = service.backoffice.cookie.slice('session='.length);
    const malformed = ['x', key.slice(1), `${key}0`, key.toLowerCase(), `${key}, ${key}`, `Bearer ${key}`, session];
    for (const sent of [...malformed, generateApiKey(), deleted.key, expired.key]) {
      await expectRefused(service.url, route, { 'x-api-key': sent }, INVALID_KEY);
    }
  });

  it('refuses every key of a user who is suspended', async () => {
    const { userId, key } = await createPlayer(service, 'admin');
    await service.backoffice.call('PATCH', `/users/${userId}`, { suspended: true });
    await expectRefused(service.url, route, { 'x-api-key': key }, INSUFFICIENT);
    await expectRefused(service.url, route, { 'x-api-key': (await newKey(userId)).key }, INSUFFICIENT);
  });

  it('refuses each role that has no right to it', async () => {
    for (const role of ['admin', 'player', 'viewer'] as const) {
      if (ALLOWED[route]?.includes(role) ?? true) continue;
      await expectRefused(service.url, route, { 'x-api-key': userOf(role).key }, INSUFFICIENT);
    }
  });

  it('refuses everybody over the limit before anything else', async () => {
    const suspended = await createPlayer(service, 'viewer');
    await service.backoffice.call('PATCH', `/users/${suspended.userId}`, { suspended: true });
    const address = `2001:db8::${randomBytes(2).toString('hex')}`;
    for (const headers of [
      { 'x-forwarded-for': address },
      { 'x-forwarded-for': address, 'x-api-key': 'x' },
      { 'x-forwarded-for': address, 'x-api-key': generateApiKey() },
      { 'x-api-key': (await newKey(userOf('admin').userId)).key },
      { 'x-api-key': (await newKey(userOf('viewer').userId)).key },
      { 'x-api-key': suspended.key },
    ]) {
      await send(strict.url, 'GET', '/api', { headers });
      await expectRefused(strict.url, route, headers, EXCEEDED);
    }
  });
});

describe.each(ROUTES)('%s', (route) => {
  const [method = '', path = ''] = route.split(' ');

  it('lets each role in that has the right to it, at once after a change of role', async () => {
    const { userId, key } = await createPlayer(service, 'viewer');
    const target = path.replace(':id', 'none').replace(':attemptId', 'none');
    for (const role of ['player', 'admin', 'viewer', 'admin', 'player', 'viewer'] as const) {
      await service.backoffice.call('PATCH', `/users/${userId}`, { role });
      const { status } = await send(service.url, method, target, { headers: { 'x-api-key': key } });
      const isAllowed = ALLOWED[route]?.includes(role);
      const allowed =
        path.includes(':id') && method !== 'POST' && method !== 'PUT' ? 404 : method === 'GET' ? 200 : 400;
      expect([role, status]).toEqual([role, isAllowed === true ? allowed : 403]);
    }
  });
});

describe('after limit, key and rights', () => {
  const as = (role: Role, options: RequestOptions = {}) => ({
    ...options,
    headers: { 'x-api-key': userOf(role).key, 'content-type': 'application/json', ...options.headers },
  });
  const ask = async (route: string, options: RequestOptions) => {
    const [method = '', target = ''] = route.replace(':id', quizId).split(' ');
    const { status, text } = await send(service.url, method, target, options);
    return [status, (JSON.parse(text) as { error?: string }).error];
  };
  const large = Buffer.alloc(1024 * 1024 + 1, ' ');
  const none = '019b76da-a800-7000-8000-000000000001';
  const wrong = { questionId: none, answerId: none };

  it.each<[string, RequestOptions, number]>([
    [`PUT /api/quizzes/${none}`, { body: '{' }, 400],
    [`PUT /api/quizzes/${none}`, { body: '{"title":1}' }, 400],
    [`PUT /api/quizzes/${none}`, { body: large }, 413],
    [`PUT /api/quizzes/${none}`, { body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
    ['PUT /api/quizzes/:id', { body: '{}', headers: { 'if-match': '"other"' } }, 400],
    [`PUT /api/quizzes/${none}`, { body: JSON.stringify(quizBody()), headers: { 'if-match': '"other"' } }, 404],
    ['PUT /api/quizzes/:id', { body: JSON.stringify(quizBody()), headers: { 'if-match': '"other"' } }, 412],
    [`GET /api/quizzes/${none}/leaderboard?page=0`, {}, 400],
    [`GET /api/quizzes/${none}/attempts?userId=x`, {}, 400],
    [`GET /api/quizzes/${none}/attempts/none`, {}, 404],
    [`POST /api/quizzes/${none}/attempts`, { body: '{"answers":7}' }, 400],
    [
      `POST /api/quizzes/${none}/attempts`,
      { body: '{"answers":[],"totalTimeMs":1}', headers: { 'idempotency-key': 'a b' } },
      400,
    ],
    [`POST /api/quizzes/${none}/attempts`, { body: JSON.stringify({ answers: [wrong], totalTimeMs: 1 }) }, 404],
  ])('comes the shape, then existence, then If-Match: %s %j', async (route, options, status) => {
    expect(await ask(route, as('admin', options))).toEqual([status, expect.any(String)]);
  });

  it('come the ids of answers, then the limit of attempts', async () => {
    const quiz = await createQuiz(userOf('admin'), quizBody(1, { maxAttempts: 1 }));
    const submit = (body: object) =>
      ask(`POST /api/quizzes/${quiz.id}/attempts`, as('player', { body: JSON.stringify(body) }));
    expect(await submit(attemptAt(quiz, 1))).toEqual([201, undefined]);
    expect(await submit({ answers: [wrong], totalTimeMs: 1 })).toEqual([
      400,
      expect.stringMatching(/^answers\[0\]\.questionId: /),
    ]);
    expect(await submit(attemptAt(quiz, 1))).toEqual([409, 'Maximum attempts reached']);
  });

  it.each([
    ['PATCH', '/api/quizzes', 'GET, HEAD, POST'],
    ['DELETE', '/api/quizzes', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/quizzes', 'GET, HEAD, POST'],
    ['TRACE', '/api/quizzes', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/quizzes', 'GET, HEAD, POST'],
    ['QUERY', '/api/quizzes', 'GET, HEAD, POST'],
    ['M-SEARCH', '/api/quizzes', 'GET, HEAD, POST'],
    ['POST', '/api/quizzes/:id', 'DELETE, GET, HEAD, PUT'],
    ['PATCH', '/api/quizzes/none', 'DELETE, GET, HEAD, PUT'],
    ['PUT', '/api/quizzes/:id/attempts', 'GET, HEAD, POST'],
    ['POST', '/api/quizzes/:id/attempts/none', 'GET, HEAD'],
    ['POST', '/api/quizzes/:id/leaderboard', 'GET, HEAD'],
    ['PUT', '/api/leaderboard', 'GET, HEAD'],
  ])('comes 405 with what the path knows, whatever the body: %s %s', async (method, path, allow) => {
    for (const body of [undefined, '{', 'x'.repeat(2 * 1024 * 1024)]) {
      const { status, headers, text } = await send(service.url, method, path.replace(':id', quizId), {
        headers: { 'x-api-key': userOf('viewer').key, 'content-type': 'text/plain' },
        ...(body !== undefined && { body }),
      });
      expect([status, text]).toEqual([405, '{"error":"Method not allowed"}']);
      expect(headers.allow?.split(', ').sort().join(', ')).toBe(allow);
    }
  });

  it.each([
    'GET /api',
    'GET /api/',
    'POST /api/nothing',
    'GET /api/quizzes/',
    'GET /api//quizzes',
    'GET /api/Quizzes',
    'PROPFIND /api/nothing',
    'GET /api/leaderboard/',
    'GET /api/quizzes/:id/',
    'GET /api/quizzes/:id/attempts/x/y',
    'GET /api/users',
  ])('comes 404 for a path that is not exactly one of the API: %s', async (route) =>
    expect(await ask(route, as('viewer'))).toEqual([404, 'Not found']),
  );
});

describe('the backoffice', () => {
  const routes = () =>
    service.app
      .get(EndpointRegistry)
      .endpoints.filter(({ path, access }) => path.startsWith('/admin/api') && access.kind === 'session');

  it('needs a session for every route but signing in, and takes no API key', async () => {
    expect(routes().length).toBeGreaterThanOrEqual(8);
    const paths = [
      ...routes().map(({ method, path }) => `${method} ${path}`),
      'GET /admin/api',
      'GET /admin/api/nothing',
      'PROPFIND /admin/api/users',
      'GET /admin/api/openapi.json',
    ];
    for (const route of paths) {
      for (const headers of [{}, { 'x-api-key': userOf('admin').key }, { cookie: `session=${userOf('admin').key}` }]) {
        await expectRefused(service.url, route, { ...headers, 'x-csrf-token': service.backoffice.csrfToken }, [
          401,
          'Not signed in',
        ]);
      }
    }
  });
});
