import { createPlayer, type Player } from '../support/factories.js';
import { type Answer, send } from '../support/http.js';
import { type Service, startService } from '../support/service.js';

const ORIGIN = 'https://app.example.com';
const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After, ETag, Location, Idempotency-Replayed, X-Request-Id, X-Error-Code';

let development: Service;
/** In production with two origins. */
let production: Service;
/** In production without origins. */
let closed: Service;
let admin: Player;

beforeAll(async () => {
  development = await startService({ RATE_LIMIT_REQUESTS: '1000' });
  const environment = { DATABASE_URL: development.databaseUrl, NODE_ENV: 'production' };
  production = await startService({ ...environment, CORS_ORIGINS: `${ORIGIN}, http://localhost:5173` });
  closed = await startService(environment);
  admin = await createPlayer(development, 'admin');
});

afterAll(async () => {
  await closed.close();
  await production.close();
  await development.close();
});

const get = (url: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(url, 'GET', path, { headers: { 'x-api-key': admin.key, origin: ORIGIN, ...headers } });

describe('cross-origin requests', () => {
  const preflight = (url: string, path: string, headers: Record<string, string> = {}) =>
    send(url, 'OPTIONS', path, {
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-api-key',
        ...headers,
      },
    });

  it('are allowed from every origin in development', async () => {
    for (const path of ['/api/quizzes', '/api/quizzes/none', '/api/nothing', '/%61pi/quizzes']) {
      for (const origin of [ORIGIN, 'null', 'http://localhost:5173']) {
        const { status, headers, text } = await preflight(development.url, path, { origin });
        expect([status, text]).toEqual([204, '']);
        expect(headers['access-control-allow-origin']).toBe('*');
        expect(headers['access-control-allow-methods']?.split(', ')).toEqual(
          expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']),
        );
        expect(headers['access-control-allow-headers']).toBe(
          'x-api-key, content-type, idempotency-key, if-match, if-none-match, x-player',
        );
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
      }
    }
  });

  it('have preflights that need no key and do not count', async () => {
    const before = (await preflight(development.url, '/api/quizzes')).headers['x-ratelimit-remaining'];
    for (let time = 0; time < 5; time++) {
      const { headers } = await preflight(development.url, '/api/quizzes', { 'x-api-key': 'x' });
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': before });
    }
  });

  it.each<Record<string, string>>([
    { origin: ORIGIN },
    { 'access-control-request-method': 'GET' },
    { origin: '', 'access-control-request-method': 'GET' },
  ])('have no other preflight: OPTIONS with %j', async (headers) => {
    const answer = await send(development.url, 'OPTIONS', '/api/quizzes', { headers });
    expect([answer.status, answer.text]).toEqual([401, '{"error":"API key is required"}']);
  });

  it.each(['/admin/api/session', '/admin/', '/health/live', '/metrics', '/docs/openapi.yaml', '/nothing'])(
    'are allowed for the API only: not for %s',
    async (path) => {
      for (const { headers } of [await preflight(development.url, path), await get(development.url, path)]) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    },
  );

  it('in production are allowed from the listed origins', async () => {
    for (const origin of [ORIGIN, 'http://localhost:5173']) {
      const answers = [
        await preflight(production.url, '/api/quizzes', { origin }),
        await get(production.url, '/api/quizzes', { origin }),
        await get(production.url, '/api/quizzes', { origin, 'x-api-key': '' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([204, 200, 401]);
      for (const { headers } of answers) {
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-expose-headers': EXPOSED_HEADERS,
        });
        expect(headers.vary).toMatch(/\bOrigin\b/i);
      }
    }
  });

  it.each(['https://evil.example.com', 'http://app.example.com', `${ORIGIN}.evil.com`, `${ORIGIN}:8443`, 'null', '*'])(
    'in production are not allowed from other origins: %s',
    async (origin) => {
      for (const { headers } of [
        await preflight(production.url, '/api/quizzes', { origin }),
        await get(production.url, '/api/quizzes', { origin }),
      ]) {
        expect(headers).not.toHaveProperty('access-control-allow-origin');
        expect(headers).toHaveProperty('x-ratelimit-limit');
        expect(headers.vary).toMatch(/\bOrigin\b/i);
      }
    },
  );

  it('are allowed for the description of the API, to every origin and without credentials', async () => {
    for (const { url } of [development, production, closed]) {
      const { status, headers } = await get(url, '/docs/openapi.json', { origin: 'https://evil.example.com' });
      expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('in production are not allowed without CORS_ORIGINS', async () => {
    for (const { headers } of [await preflight(closed.url, '/api/quizzes'), await get(closed.url, '/api/quizzes')]) {
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).toHaveProperty('x-ratelimit-limit');
    }
    const { status } = await send(closed.url, 'GET', '/api/quizzes', { headers: { 'x-api-key': admin.key } });
    expect(status).toBe(200);
  });
});
