import { createPlayer, createQuiz, type Player } from '../support/factories.js';
import { send } from '../support/http.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let admin: Player;
let quizId: string;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  ({ id: quizId } = await createQuiz(admin));
});

afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) => send(service.url, 'GET', path, { headers });

describe('health', () => {
  it.each(['/health/live', '/health/ready'])('%s answers 200 without a key', async (path) => {
    const { status, text, headers } = await get(path);
    expect([status, text]).toEqual([200, '{"status":"ok"}']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await send(service.url, 'HEAD', path)).status).toBe(200);
  });
});

describe('metrics', () => {
  it('count requests by route template, and contain no data of requests', async () => {
    const headers = { 'x-api-key': admin.key };
    const id = '019b76da-a800-7000-8000-00000000abcd';
    const paths = [
      `/api/quizzes/${quizId}`,
      `/api/quizzes/${id}/leaderboard`,
      `/api/quizzes/${id}/attempts/${id}?page=77`,
    ];
    for (const path of [...paths, `/api/secret-${id}`, `/secret-${id}`, `/admin/secret-${id}`, `/docs/secret-${id}`]) {
      await get(path, headers);
    }
    for (const method of ['PROPFIND', 'OPTIONS', 'DELETE'])
      await send(service.url, method, `/secret-${id}`, { headers });
    const { status, text, headers: answered } = await get('/metrics');
    expect([status, answered['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    for (const [route, code] of [
      ['/api/quizzes/:id', 200],
      ['/api/quizzes/:id/leaderboard', 404],
      ['/api/quizzes/:id/attempts/:attemptId', 404],
      ['unknown', 404],
    ] as const) {
      expect(text).toContain(`http_request_duration_seconds_count{method="GET",route="${route}",status="${code}"}`);
    }
    expect(text).not.toMatch(/secret|[0-9a-f]{8}-[0-9a-f]{4}|qk_|page=/);
  });
});

describe('the documentation', () => {
  const links = (html: string) =>
    [...html.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="([^"]*)"/g)].map(([, link = '']) => link);

  it.each(['/docs/reference', '/docs/'])('%s loads every part of its page from the service', async (path) => {
    const { status, text, headers } = await get(path);
    expect([status, headers['content-type']?.split(';')[0]]).toEqual([200, 'text/html']);
    const parts = links(text);
    expect(parts.length).toBeGreaterThanOrEqual(3);
    for (const link of parts) {
      const url = new URL(link, service.url + path);
      expect(url.origin).toBe(service.url);
      const part = await get(url.pathname);
      expect([link, part.status]).toEqual([link, 200]);
      expect(part.headers['content-type']).toMatch(/javascript|css|image/);
      if (link.endsWith('.css')) expect(part.text).not.toMatch(/url\(["']?(?!["']?(data:|#))/);
    }
  });

  it.each(['bytes=0-9', 'bytes=9999999-'])('sends its files whole for Range: %s', async (range) => {
    const icon = '/docs/icon.svg';
    const { status, headers } = await get(icon);
    const part = await get(icon, { range });
    expect([part.status, part.headers['content-length']]).toEqual([status, headers['content-length']]);
  });

  it('has a policy without inline and third-party scripts', async () => {
    const { text, headers } = await get('/docs');
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    expect(headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
    expect(headers['content-security-policy']).not.toMatch(/https?:/);
  });

  it('serves the OpenAPI 3.1 document of the public API only', async () => {
    const { status, text, headers } = await get('/docs/openapi.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const document = JSON.parse(text) as { openapi: string; paths: object; servers: unknown };
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.servers).toEqual([{ url: `${service.url}/api` }]);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/quizzes', '/quizzes/{id}', '/leaderboard']));
    expect(text).not.toMatch(/admin\/api|\/session|csrf|password/i);
  });

  it.each([
    '/docs/nothing',
    '/docs/package.json',
    '/docs/%70ackage.json',
    '/docs/index.html',
    '/docs/swagger-initializer.js',
    '/docs/swagger-ui-init.js',
    '/docs/favicon-16x16.png',
    '/docs/page.js',
    '/docs/swagger-ui-bundle.js.map',
    '/%64ocs/oauth2-redirect.html',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2f..%2fpackage.json',
    '/admin/nothing',
    '/admin/..%2fpackage.json',
    '/admin/%2e%2e/%2e%2e/package.json',
  ])('and the backoffice serve no other files: %s', async (path) => {
    const { status, text } = await get(path);
    // If the pages are built, they show the missing page themselves.
    const isPage = path.startsWith('/admin') && status === 200 && text.startsWith('<!doctype html>');
    if (!isPage) expect([403, 404]).toContain(status);
    if (!isPage) expect(text).toMatch(/^{"error":"(Not found|Forbidden)"}$/);
  });
});
