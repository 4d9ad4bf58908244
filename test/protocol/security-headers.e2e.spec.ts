// The headers that protect browsers and caches, on responses of every kind.
import { query } from '../support/database.js';
import { createPlayer, createQuiz, type Player } from '../support/factories.js';
import { type Answer, exchange, parseAnswer, type RequestOptions, send } from '../support/http.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
/** Rejects every request after the first. */
let strict: Service;
let admin: Player;
let viewer: Player;
let quizId: string;

beforeAll(async () => {
  service = await startService();
  strict = await startService({
    DATABASE_URL: service.databaseUrl,
    RATE_LIMIT_REQUESTS: '1',
    RATE_LIMIT_WINDOW_SECONDS: '3600',
  });
  admin = await createPlayer(service, 'admin');
  viewer = await createPlayer(service, 'viewer');
  ({ id: quizId } = await createQuiz(admin));
});

afterAll(async () => {
  await strict.close();
  await service.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends a request of a page of another origin. */
const fromPage = (url: string, method: string, path: string, { headers, body }: RequestOptions = {}) =>
  send(url, method, path, { headers: { origin: 'https://a.example', ...headers }, body });

const key = () => ({ 'x-api-key': admin.key });
const session = () => ({ cookie: service.backoffice.cookie, 'x-csrf-token': service.backoffice.csrfToken });
const get = (path: string, headers: RequestOptions['headers'] = {}) => fromPage(service.url, 'GET', path, { headers });
const post = (path: string, headers: Record<string, string>, body: string | Buffer) =>
  fromPage(service.url, 'POST', path, { headers: { ...JSON_TYPE, ...headers }, body });
const raw = async (bytes: string) => parseAnswer(await exchange(service.url, bytes));

/** Breaks the database, to cause an unexpected error. */
async function unexpected(): Promise<Answer> {
  await query(service.databaseUrl, 'ALTER TABLE leaderboards_gone RENAME TO global_standings').catch(() => undefined);
  await query(service.databaseUrl, 'ALTER TABLE global_standings RENAME TO leaderboards_gone');
  try {
    return await get('/api/leaderboard?page=2', key());
  } finally {
    await query(service.databaseUrl, 'ALTER TABLE leaderboards_gone RENAME TO global_standings');
  }
}

const KINDS: [kind: string, status: number, ask: () => Promise<Answer>][] = [
  ['the site', 302, () => get('/')],
  ['the pages', 308, () => get('/admin')],
  ['the documentation', 200, () => get('/docs')],
  ['a part of it', 200, () => get('/docs/swagger-ui.css')],
  ['its description', 200, () => get('/docs/openapi.json')],
  ['health', 200, () => get('/health/ready')],
  ['metrics', 200, () => get('/metrics')],
  ['a list', 200, () => get('/api/quizzes', key())],
  ['a quiz', 200, () => get(`/api/quizzes/${quizId}`, key())],
  ['a quiz that the client has', 304, () => get(`/api/quizzes/${quizId}`, { ...key(), 'if-none-match': '*' })],
  ['only the head', 200, () => fromPage(service.url, 'HEAD', '/api/quizzes', { headers: key() })],
  ['an invalid query', 400, () => get('/api/quizzes?page=0', key())],
  ['no JSON', 400, () => post('/api/quizzes', key(), '{')],
  ['no key', 401, () => get('/api/quizzes')],
  ['no rights', 403, () => post('/api/quizzes', { 'x-api-key': viewer.key }, '{}')],
  ['an unknown path', 404, () => get('/api/nothing', key())],
  ['an unknown path outside', 404, () => get('/nothing')],
  ['an unknown page', 404, () => get('/docs/nothing')],
  ['another method', 405, () => fromPage(service.url, 'PATCH', '/api/quizzes', { headers: key() })],
  [
    'a condition',
    412,
    () => fromPage(service.url, 'DELETE', `/api/quizzes/${quizId}`, { headers: { ...key(), 'if-match': '"x"' } }),
  ],
  ['a large body', 413, () => post('/api/quizzes', key(), Buffer.alloc(1024 * 1024 + 1, ' '))],
  ['another type', 415, () => post('/api/quizzes', { ...key(), 'content-type': 'text/plain' }, 'x')],
  [
    'too many requests',
    429,
    () => fromPage(strict.url, 'GET', '/api/quizzes').then(() => fromPage(strict.url, 'GET', '/api/quizzes')),
  ],
  ['something unexpected', 500, unexpected],
  [
    'a preflight',
    204,
    () => fromPage(service.url, 'OPTIONS', '/api/quizzes', { headers: { 'access-control-request-method': 'GET' } }),
  ],
  ['no session', 401, () => get('/admin/api/users')],
  ['a wrong password', 401, () => post('/admin/api/session', {}, '{"email":"nobody@example.com","password":"wrong"}')],
  ['a session', 200, () => get('/admin/api/session', session())],
  ['no CSRF token', 403, () => post('/admin/api/users', { cookie: service.backoffice.cookie }, '{}')],
  ['a file', 200, () => get(`/admin/api/quizzes/${quizId}/attempts/export`, session())],
  ['an invalid body of the backoffice', 400, () => post('/admin/api/users', session(), '{}')],
  ['no HTTP', 400, () => raw('hello\r\n\r\n')],
  ['large headers', 431, () => raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)],
  ['no Host', 400, () => raw(`GET /docs HTTP/1.1\r\nConnection: close\r\n\r\n`)],
];

const isOfApi = ({ headers }: Answer) => 'x-ratelimit-limit' in headers;

/** Messages that are no requests. */
const isUnreadable = (kind: string) => kind === 'no HTTP' || kind === 'large headers';

describe.each(KINDS)('a response about %s', (kind, status, sendRequest) => {
  let answer: Answer;
  beforeAll(async () => (answer = await sendRequest()));

  it('cannot be sniffed and, outside of the API, has the policies of pages', () => {
    expect(answer.status).toBe(status);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    if (isOfApi(answer)) {
      expect(answer.headers).not.toHaveProperty('content-security-policy');
      return;
    }
    expect(answer.headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-permitted-cross-domain-policies': 'none',
    });
    const policy = String(answer.headers['content-security-policy']);
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      expect(policy.split(';')).toContain(directive);
    }
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|\*/);
  });

  it('reveals no software and no error details', () => {
    expect(
      Object.keys(answer.headers).filter((name) => /^(server|via|x-(powered-by|aspnet.*|runtime|version))$/.test(name)),
    ).toEqual([]);
    // The version of a media type is not a version of the service.
    const { 'content-security-policy': _, 'content-type': __, ...rest } = answer.headers;
    expect(JSON.stringify(rest)).not.toMatch(/fastify|nest|node|express|postgres|\d+\.\d+\.\d+/i);
    if (status >= 400) {
      expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/^[^\n]{1,300}$/) as unknown });
      expect(answer.text).not.toMatch(/node_modules|\.[jt]s\b|\bat \w+ \(|SELECT|relation|fastify|postgres|stack/i);
    }
  });

  it('allows no credentials from other origins', () => {
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    const isPublic = (isOfApi(answer) && !isUnreadable(kind)) || kind === 'its description';
    expect(answer.headers['access-control-allow-origin']).toBe(isPublic ? '*' : undefined);
  });

  it('is not stored by shared caches', () => {
    const isBackoffice = ['a wrong password', 'a session', 'a file', 'an invalid body of the backoffice'].includes(
      kind,
    );
    const mayBeKept = kind === 'a part of it' || isUnreadable(kind);
    if (!mayBeKept) expect(answer.headers['cache-control']).toBe(isBackoffice ? 'no-store' : 'private, no-cache');
  });
});

it.each(['/', '/docs', '/admin/', '/health/live', '/metrics', '/admin/api/session', '/api/quizzes', '/nothing'])(
  'TRACE %s: sends no request back',
  async (path) => {
    const headers = { ...key(), ...session(), 'x-secret': 'echo this' };
    const answer = await send(service.url, 'TRACE', path, { headers });
    expect([403, 404, 405]).toContain(answer.status);
    expect(JSON.stringify(answer)).not.toContain('echo this');
  },
);

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a form of another site cannot sign in: %s',
  async (type) => {
    const body = JSON.stringify({ email: 'admin@example.com', password: 'a password for tests' });
    const headers = { 'content-type': type, origin: 'https://evil.example' };
    const answer = await send(service.url, 'POST', '/admin/api/session', { headers, body });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([415, undefined]);
  },
);
