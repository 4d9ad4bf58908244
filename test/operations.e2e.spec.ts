import { Client } from 'pg';
import { createPlayer, createQuiz, type Player } from './support/factories.js';
import { type Answer, send } from './support/http.js';
import { type Service, startService } from './support/service.js';

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
  it.each(['/health/live', '/health/ready'])('%s tells everybody that all is well', async (path) => {
    const { status, text, headers } = await get(path);
    expect([status, text]).toEqual([200, '{"status":"ok"}']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await send(service.url, 'HEAD', path)).status).toBe(200);
  });
});

describe('metrics', () => {
  it('count requests by the template of their route, and hold nothing of what was asked', async () => {
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
    [...html.matchAll(/(?:src|href)\s*=\s*["']([^"']*)["']/g)].map(([, link = '']) => link);

  it.each(['/docs', '/docs/'])('%s is a page whose every part comes from the service', async (path) => {
    const { status, text, headers } = await get(path);
    expect([status, headers['content-type']?.split(';')[0]]).toEqual([200, 'text/html']);
    const parts = links(text);
    expect(parts.length).toBeGreaterThanOrEqual(4);
    for (const link of parts) {
      const url = new URL(link, service.url + path);
      expect(url.origin).toBe(service.url);
      const part = await get(url.pathname);
      expect([link, part.status]).toEqual([link, 200]);
      expect(part.headers['content-type']).toMatch(/javascript|css|image/);
      if (link.endsWith('.css')) expect(part.text).not.toMatch(/url\(["']?(?!["']?(data:|#))/);
    }
  });

  it('runs no script of its page and none of elsewhere', async () => {
    const { text, headers } = await get('/docs');
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    expect(headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
    expect(headers['content-security-policy']).not.toMatch(/https?:/);
  });

  it('has the description of the public API alone, in OpenAPI 3.1', async () => {
    const { status, text, headers } = await get('/docs/openapi.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const document = JSON.parse(text) as { openapi: string; paths: object; servers: unknown };
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.servers).toEqual([{ url: '/api' }]);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/quizzes', '/quizzes/{id}', '/leaderboard']));
    expect(text).not.toMatch(/admin\/api|\/session|csrf|password/i);
  });

  it.each([
    '/docs/nothing',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2f..%2fpackage.json',
    '/admin/nothing',
    '/admin/..%2fpackage.json',
    '/admin/%2e%2e/%2e%2e/package.json',
  ])('and the backoffice give no other files: %s', async (path) => {
    const { status, text } = await get(path);
    expect([403, 404]).toContain(status);
    expect(text).toMatch(/^{"error":"(Not found|Forbidden)"}$/);
  });
});

describe('what goes wrong', () => {
  let database: Client;

  beforeAll(async () => {
    database = new Client({ connectionString: service.databaseUrl });
    await database.connect();
  });

  afterAll(() => database.end());

  function expectError(answer: Answer, status: number, error: string): void {
    expect([answer.status, answer.text]).toEqual([status, JSON.stringify({ error })]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
    expect(answer.headers['x-request-id']).toEqual(expect.any(String));
    expect(answer.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
  }

  it('unexpectedly is answered with 500 and tells no detail', async () => {
    await database.query('ALTER TABLE quizzes RENAME COLUMN title TO other');
    const headers = { 'x-api-key': admin.key, 'content-type': 'application/json' };
    const body =
      '{"title":"T","questions":[{"text":"Q","answers":[{"text":"A","isCorrect":true},{"text":"B","isCorrect":false}]}]}';
    for (const [method, path] of [
      ['GET', '/api/quizzes'],
      ['GET', `/api/quizzes/${quizId}`],
      ['POST', '/api/quizzes'],
      ['PUT', `/api/quizzes/${quizId}`],
    ] as const) {
      const answer = await send(service.url, method, path, { headers, ...(method !== 'GET' && { body }) });
      expectError(answer, 500, 'Internal server error');
    }
    await database.query('ALTER TABLE quizzes RENAME COLUMN other TO title');
    expect((await get(`/api/quizzes/${quizId}`, headers)).status).toBe(200);
  });

  const UNAVAILABLE = 'Service temporarily unavailable';

  it('because the connections to the database end is answered with 503, and then all is well again', async () => {
    await database.query('BEGIN');
    await database.query('LOCK TABLE quizzes');
    const asked = Array.from({ length: 5 }, (_, index) =>
      get(`/api/quizzes/${quizId}?${index}`, { 'x-api-key': admin.key }),
    );
    const others = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    while ((await database.query(`SELECT ${others} AND wait_event_type = 'Lock'`)).rowCount === 0);
    await database.query(`SELECT pg_terminate_backend(pid) ${others}`);
    await database.query('ROLLBACK');
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toContain(503);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 503, UNAVAILABLE);
    expect((await get(`/api/quizzes/${quizId}`, { 'x-api-key': admin.key })).status).toBe(200);
  });

  it('because a lock is held for too long is answered with 503', async () => {
    const impatient = await startService({ DATABASE_URL: service.databaseUrl, DATABASE_LOCK_TIMEOUT_MS: '100' });
    await database.query('BEGIN');
    await database.query('LOCK TABLE quizzes');
    expectError(
      await send(impatient.url, 'GET', '/api/quizzes', { headers: { 'x-api-key': admin.key } }),
      503,
      UNAVAILABLE,
    );
    await database.query('ROLLBACK');
    await impatient.close();
  });
});

it('without its database the service lives, is not ready, and answers with 503', async () => {
  const orphan = await startService({ DATABASE_CONNECT_TIMEOUT_MS: '1000' });
  const { key } = await createPlayer(orphan, 'admin');
  const server = new Client({ connectionString: service.databaseUrl });
  await server.connect();
  const name = new URL(orphan.databaseUrl).pathname.slice(1);
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.end();
  const ask = (path: string, headers: Record<string, string> = {}) => send(orphan.url, 'GET', path, { headers });
  for (let time = 0; time < 2; time++) {
    expect((await ask('/health/live')).status).toBe(200);
    const ready = await ask('/health/ready');
    expect([ready.status, ready.text, ready.headers['retry-after']]).toEqual([
      503,
      '{"error":"Not ready: database not available"}',
      '1',
    ]);
    for (const path of ['/api/quizzes', '/api/nothing', `/api/quizzes/${quizId}`, '/api/leaderboard']) {
      const answer = await ask(path, { 'x-api-key': key });
      expect([path, answer.status, answer.text]).toEqual([path, 503, '{"error":"Service temporarily unavailable"}']);
      expect(answer.headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-limit': '1000000' });
    }
    const refused = await ask('/api/quizzes', { 'x-api-key': 'malformed' });
    expect([refused.status, refused.text]).toEqual([401, '{"error":"Invalid API key"}']);
    const admin503 = await send(orphan.url, 'GET', '/admin/api/users', {
      headers: { cookie: orphan.backoffice.cookie },
    });
    expect([admin503.status, admin503.text]).toEqual([503, '{"error":"Service temporarily unavailable"}']);
    expect((await ask('/metrics')).status).toBe(200);
    expect((await ask('/docs')).status).toBe(200);
  }
  await orphan.close();
});
