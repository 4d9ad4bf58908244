import { createPlayer, createQuiz, type Player } from '../support/factories.js';
import { type Answer, send } from '../support/http.js';
import { type Service, startService } from '../support/service.js';

const ORIGIN = 'https://app.example.com';
const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After, ETag, Location, Idempotency-Replayed, X-Request-Id, X-Error-Code';

let service: Service;
let admin: Player;
let quizId: string;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_REQUESTS: '1000' });
  admin = await createPlayer(service, 'admin');
  ({ id: quizId } = await createQuiz(admin));
});

afterAll(() => service.close());

/** Requests that get a response of each kind. */
const KINDS: [number, string, string, Record<string, string>, string?][] = [
  [200, 'GET', '/api/quizzes', {}],
  [200, 'HEAD', '/api/quizzes', {}],
  [304, 'GET', '/api/quizzes/:id', { 'if-none-match': '*' }],
  [304, 'GET', '/api/quizzes', { 'if-none-match': '*' }],
  [304, 'HEAD', '/api/leaderboard', { 'if-none-match': '*' }],
  [400, 'GET', '/api/quizzes?page=0', {}],
  [400, 'POST', '/api/quizzes', { 'content-type': 'application/json' }, '{'],
  [401, 'GET', '/api/quizzes', { 'x-api-key': '' }],
  [401, 'POST', '/api/nothing', { 'x-api-key': 'x' }],
  [404, 'GET', '/api/nothing', {}],
  [404, 'GET', '/api/quizzes/none', {}],
  [405, 'PATCH', '/api/quizzes', {}],
  [412, 'DELETE', '/api/quizzes/:id', { 'if-match': '"other"' }],
  [413, 'POST', '/api/quizzes', { 'content-type': 'application/json' }, ' '.repeat(1024 * 1024 + 1)],
  [415, 'POST', '/api/quizzes', { 'content-type': 'text/plain' }, '{}'],
];

const request = (
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> =>
  send(url, method, path.replace(':id', quizId), {
    headers: { 'x-api-key': admin.key, origin: ORIGIN, ...headers },
    ...(body !== undefined && { body }),
  });

describe.each(KINDS)('the response with status %i to %s %s', (status, method, path, headers, body) => {
  it('has the headers of every response', async () => {
    const answer = await request(service.url, method, path, headers, body);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d{1,3}$/) as unknown,
      'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/) as unknown,
      'ratelimit-policy': '"default";q=1000;w=60',
      ratelimit: expect.stringMatching(/^"default";r=\d{1,3};t=([1-9]|[1-5]\d|60)$/) as unknown,
      'x-request-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS,
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });
});

describe('X-Request-Id', () => {
  it('is generated for each request', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => request(service.url, 'GET', '/api/quizzes', {})),
    );
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(10);
  });

  it.each(['abc-123', 'A.b_c:D-9', 'x'.repeat(128), '019b76da-a800-7000-8000-000000000001'])(
    'is returned if it is valid: %s',
    async (id) => {
      for (const path of [
        '/api/quizzes',
        '/api/nothing',
        '/nothing',
        '/health/live',
        '/docs/openapi.json',
        '/admin/api/session',
      ]) {
        expect((await request(service.url, 'GET', path, { 'x-request-id': id })).headers['x-request-id']).toBe(id);
      }
    },
  );

  it.each(['', ' ', 'a b', 'a,b', 'x'.repeat(129), '<script>', 'a\tb', 'a"b', '{}', 'é', 'a/b', '%0a'])(
    'is replaced if it is invalid: %j',
    async (id) => {
      const { headers } = await request(service.url, 'GET', '/api/quizzes', { 'x-request-id': id });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    },
  );

  it('does not accept an API key', async () => {
    const { headers } = await request(service.url, 'GET', '/api/quizzes', { 'x-request-id': admin.key });
    expect(JSON.stringify(headers)).not.toContain(admin.key);
  });
});

describe('the documentation', () => {
  const PARTS = [
    '',
    '/openapi.json',
    '/errors',
    '/reference',
    '/reference.json',
    '/docs.css',
    '/swagger-ui.css',
    '/icon.svg',
  ];

  it.each(PARTS)('sends /docs%s whole, and promises no ranges', async (part) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await send(service.url, method, `/docs${part}`, { headers: { range: 'bytes=0-9' } });
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('content-range');
      expect(headers).not.toHaveProperty('accept-ranges');
    }
  });

  it.each([
    '/docs/package.json',
    '/docs/index.html',
    '/docs/oauth2-redirect.html',
    '/docs/x/swagger-ui.css',
    '/docs/%2e/',
  ])('has no %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST']) expect((await send(service.url, method, path, {})).status).toBe(404);
  });
});
