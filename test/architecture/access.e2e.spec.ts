import { generateApiKey } from '#libs/auth';
import { type Role, ROLES } from '#libs/access';
import { EndpointRegistry } from '#libs/http';
import { withClient } from '../support/database.js';
import { createPlayer, createQuiz, type Player } from '../support/factories.js';
import { type Answer, type RequestOptions, send } from '../support/http.js';
import { API_RIGHTS } from '../support/rights.js';
import { type Service, startService } from '../support/service.js';

const ROUTES = [...API_RIGHTS.keys()];

/** Paths and methods that the API does not know. */
const UNKNOWN = [
  'POST /api/nothing',
  'GET /api/Quizzes',
  'PATCH /api/quizzes',
  'PROPFIND /api/quizzes/:id',
  'HEAD /api/nothing',
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
    RATE_LIMIT_WINDOW_SECONDS: '3600',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  for (const role of ROLES) users[role] = await createPlayer(service, role);
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

const LARGE = Buffer.alloc(1024 * 1024 + 1, ' ');
const NONE = '019b76da-a800-7000-8000-000000000001';

/** Requests to a route that differ in everything that a handler would read. */
function variantsOf(route: string): [target: string, options: RequestOptions][] {
  const [method = '', path = ''] = route.split(' ');
  const ids = path.includes(':id') ? [quizId, NONE, 'none', '%zz', '%00', 'a'.repeat(300)] : [''];
  const json = { 'content-type': 'application/json' };
  const options: RequestOptions[] = [
    { headers: json, body: '{"title":1}' },
    { headers: json, body: '{' },
    ...(['POST', 'PUT', 'PATCH'].includes(method) ? [{ headers: json, body: LARGE }] : []),
    { headers: { 'content-type': 'text/plain' }, body: 'x' },
    { headers: { 'content-type': '/;' }, body: 'x' },
    { headers: { 'idempotency-key': ' bad key ', 'if-match': '"other"', 'if-none-match': '*' } },
  ];
  const targets = ids.map((id) => path.replace(':id', id).replaceAll(/:\w+/g, 'none'));
  return [
    ...targets.map((target): [string, RequestOptions] => [target, {}]),
    ...options.map((option): [string, RequestOptions] => [targets[0] ?? '', option]),
    [`${targets[0] ?? ''}?page=0&limit[]=x&userId=1`, {}],
  ];
}

/** The parts of a response that could reveal something: all except those that differ in every response. */
function revealed({ status, headers, text }: Answer): object {
  const { date: _, 'x-request-id': __, ratelimit: ___, ...rest } = headers;
  delete rest['x-ratelimit-remaining'];
  delete rest['x-ratelimit-reset'];
  return { status, text, names: Object.keys(headers).sort(), headers: { ...rest, 'retry-after': undefined } };
}

/** Sends variants of a request to a route, by default all of them, and expects the same error each time. */
async function expectRejected(
  url: string,
  route: string,
  headers: Record<string, string>,
  [status, error]: [number, string],
  variants = variantsOf(route),
): Promise<void> {
  const [method = ''] = route.split(' ');
  const text = method === 'HEAD' ? '' : JSON.stringify({ error });
  let first: object | undefined;
  for (const [target, options] of variants) {
    const answer = await send(url, method, target, { ...options, headers: { ...options.headers, ...headers } });
    const request = `${method} ${target.slice(0, 90)} ${JSON.stringify(options.headers)} with ${JSON.stringify(headers)}`;
    first ??= revealed(answer);
    expect({ request, ...revealed(answer) }).toEqual({ request, ...first, status, text });
  }
}

let addresses = 0;

const KEY_REQUIRED: [number, string] = [401, 'API key is required'];
const INVALID_KEY: [number, string] = [401, 'Invalid API key'];
const INSUFFICIENT: [number, string] = [403, 'Insufficient permissions'];
const EXCEEDED: [number, string] = [429, 'Rate limit exceeded. Please try again later.'];

describe.each([...ROUTES, ...UNKNOWN])('%s', (route) => {
  /** For callers that the same rule rejects as another caller, who sends every variant. */
  const plain = variantsOf(route).slice(0, 1);

  const newKey = async (userId: string) =>
    service.backoffice.call<{ id: string; key: string }>('POST', '/keys', { name: 'Key', userId });

  it('requires a key, whatever else is sent', async () => {
    await expectRejected(service.url, route, {}, KEY_REQUIRED);
    await expectRejected(service.url, route, { 'x-api-key': '' }, KEY_REQUIRED, plain);
    await expectRejected(service.url, route, { 'x-api-key': '  ' }, KEY_REQUIRED, plain);
  });

  it('accepts the key from no other place', async () => {
    const { key } = userOf('admin');
    const places: Record<string, string>[] = [
      { authorization: `Bearer ${key}` },
      { authorization: key },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { cookie: `x-api-key=${key}; session=${key}` },
      { cookie: service.backoffice.cookie, 'x-csrf-token': service.backoffice.csrfToken },
      { 'api-key': key },
      { x_api_key: key },
    ];
    for (const headers of places) await expectRejected(service.url, route, headers, KEY_REQUIRED, plain);
    const answer = await send(service.url, 'GET', `/api/quizzes?x-api-key=${key}&api_key=${key}`);
    expect(answer.status).toBe(401);
  });

  it('rejects a key that is malformed, unknown, deleted or expired', async () => {
    const { key, userId } = userOf('admin');
    const [deleted, expired] = [await newKey(userId), await newKey(userId)];
    await service.backoffice.call('DELETE', `/keys/${deleted.id}`);
    await withClient(service.databaseUrl, (client) =>
      client.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.id]),
    );
    const session = service.backoffice.cookie.slice('session='.length);
    const malformed = [key.slice(1), `${key}0`, key.toLowerCase(), `${key}, ${key}`, `Bearer ${key}`, session];
    for (const sent of ['x', ...malformed, deleted.key, expired.key]) {
      await expectRejected(service.url, route, { 'x-api-key': sent }, INVALID_KEY, plain);
    }
    await expectRejected(service.url, route, { 'x-api-key': generateApiKey() }, INVALID_KEY);
  });

  it('rejects every key of a suspended user', async () => {
    const { userId, key } = await createPlayer(service, 'admin');
    await service.backoffice.call('PATCH', `/users/${userId}`, { suspended: true });
    await expectRejected(service.url, route, { 'x-api-key': key }, INSUFFICIENT);
    await expectRejected(service.url, route, { 'x-api-key': (await newKey(userId)).key }, INSUFFICIENT, plain);
  });

  it('rejects each role without the right to it', async () => {
    for (const role of ROLES) {
      if (API_RIGHTS.get(route)?.includes(role) ?? true) continue;
      const headers = { 'x-api-key': userOf(role).key };
      await expectRejected(service.url, route, headers, INSUFFICIENT);
      const [method = '', path = ''] = route.split(' ');
      const answer = await send(service.url, method, path, { headers });
      const { endpoints } = service.app.get(EndpointRegistry);
      const { access } = endpoints.find((one) => `${one.method} ${one.path}` === route) ?? {};
      const scope = access?.kind === 'scope' ? access.scope.name : undefined;
      expect(scope).toBeDefined();
      expect([answer.headers['x-error-code'], answer.headers['x-required-scope']]).toEqual([
        'insufficient_permissions',
        scope,
      ]);
    }
  });

  it('rejects every caller over the limit before any other check', async () => {
    const suspended = await createPlayer(service, 'viewer');
    await service.backoffice.call('PATCH', `/users/${suspended.userId}`, { suspended: true });
    const address = `203.0.113.${++addresses}`;
    const callers: [Record<string, string>, variants?: typeof plain][] = [
      [{ 'x-forwarded-for': address }],
      [{ 'x-forwarded-for': address, 'x-api-key': 'x' }, plain],
      [{ 'x-forwarded-for': address, 'x-api-key': generateApiKey() }, plain],
      [{ 'x-api-key': (await newKey(userOf('admin').userId)).key }],
      [{ 'x-api-key': (await newKey(userOf('viewer').userId)).key }, plain],
      [{ 'x-api-key': suspended.key }, plain],
    ];
    for (const [headers, variants] of callers) {
      await send(strict.url, 'GET', '/api', { headers });
      await expectRejected(strict.url, route, headers, EXCEEDED, variants);
    }
  });
});

describe.each(ROUTES)('%s', (route) => {
  const [method = '', path = ''] = route.split(' ');

  it('admits each role with the right to it, immediately after a change of role', async () => {
    const { userId, key } = await createPlayer(service, 'viewer');
    const target = path.replaceAll(/:\w+/g, 'none');
    for (const role of ['player', 'admin', 'viewer', 'admin', 'player', 'viewer'] as const) {
      await service.backoffice.call('PATCH', `/users/${userId}`, { role });
      const { status } = await send(service.url, method, target, { headers: { 'x-api-key': key } });
      const isAdmitted = [200, 201, 204, 400, 404].includes(status);
      expect([role, isAdmitted || status]).toEqual([role, API_RIGHTS.get(route)?.includes(role) === true || 403]);
    }
  });
});
