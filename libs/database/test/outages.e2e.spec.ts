import { Client } from 'pg';
import { dropDatabase } from '../../../test/support/database.js';
import { createPlayer, createQuiz, type Player } from '../../../test/support/factories.js';
import { type Answer, send } from '../../../test/support/http.js';
import { type Service, startService } from '../../../test/support/service.js';

let service: Service;
/** Another instance on the same database, which does not wait long for locks. */
let withShortTimeouts: Service;
/** One whose database will be dropped. */
let orphan: Service;
/** A connection of the test to the database of the first two. */
let database: Client;
let admin: Player;
let quizId: string;

beforeAll(async () => {
  service = await startService();
  withShortTimeouts = await startService({ DATABASE_URL: service.databaseUrl, DATABASE_LOCK_TIMEOUT_MS: '100' });
  orphan = await startService();
  database = new Client({ connectionString: service.databaseUrl });
  await database.connect();
  admin = await createPlayer(service, 'admin');
  ({ id: quizId } = await createQuiz(admin));
});

afterAll(async () => {
  await database.end();
  await orphan.close();
  await withShortTimeouts.close();
  await service.close();
});

const get = (path: string, url = service.url) => send(url, 'GET', path, { headers: { 'x-api-key': admin.key } });

function expectError(answer: Answer, status: number, error: string): void {
  expect([answer.status, answer.text]).toEqual([status, JSON.stringify({ error })]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
  expect(answer.headers['x-request-id']).toEqual(expect.any(String));
  expect(answer.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
}

const UNAVAILABLE = 'Service temporarily unavailable';

describe('a failure', () => {
  it('that is unexpected is answered with 500, without details', async () => {
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
    expect((await get(`/api/quizzes/${quizId}`)).status).toBe(200);
  });

  it('of the database connections is answered with 503, and later requests succeed', async () => {
    await database.query('BEGIN');
    await database.query('LOCK TABLE quizzes');
    const responses = Array.from({ length: 5 }, (_, index) => get(`/api/quizzes/${quizId}?${index}`));
    const others = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    while ((await database.query(`SELECT ${others} AND wait_event_type = 'Lock'`)).rowCount === 0);
    await database.query(`SELECT pg_terminate_backend(pid, 5000) ${others}`);
    await database.query('ROLLBACK');
    const answers = await Promise.all(responses);
    expect(answers.map(({ status }) => status)).toContain(503);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 503, UNAVAILABLE);
    expect((await get(`/api/quizzes/${quizId}`)).status).toBe(200);
  });

  it('to get a lock in time is answered with 503', async () => {
    await database.query('BEGIN');
    await database.query('LOCK TABLE quizzes');
    const answer = await get('/api/quizzes', withShortTimeouts.url);
    await database.query('ROLLBACK');
    expectError(answer, 503, UNAVAILABLE);
  });
});

it('the service without its database: is alive but not ready, and answers with 503', async () => {
  const { key } = await createPlayer(orphan, 'admin');
  await dropDatabase(orphan.databaseUrl);
  const request = (path: string, headers: Record<string, string> = {}) => send(orphan.url, 'GET', path, { headers });
  for (let time = 0; time < 2; time++) {
    expect((await request('/health/live')).status).toBe(200);
    const ready = await request('/health/ready');
    expect([ready.status, ready.text, ready.headers['retry-after']]).toEqual([
      503,
      '{"error":"Not ready: database not available"}',
      '1',
    ]);
    for (const path of ['/api/quizzes', '/api/nothing', `/api/quizzes/${quizId}`, '/api/leaderboard']) {
      const answer = await request(path, { 'x-api-key': key });
      expect([path, answer.status, answer.text]).toEqual([path, 503, '{"error":"Service temporarily unavailable"}']);
      expect(answer.headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-limit': '1000000' });
    }
    const rejected = await request('/api/quizzes', { 'x-api-key': 'malformed' });
    expect([rejected.status, rejected.text]).toEqual([401, '{"error":"Invalid API key"}']);
    const admin503 = await send(orphan.url, 'GET', '/admin/api/users', {
      headers: { cookie: orphan.backoffice.cookie },
    });
    expect([admin503.status, admin503.text]).toEqual([503, '{"error":"Service temporarily unavailable"}']);
    expect((await request('/metrics')).status).toBe(200);
    expect((await request('/docs')).status).toBe(200);
  }
});
