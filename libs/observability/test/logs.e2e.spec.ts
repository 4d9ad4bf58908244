import { withClient } from '../../../test/support/database.js';
import { createPlayer, createQuiz, type Player } from '../../../test/support/factories.js';
import { exchange, send } from '../../../test/support/http.js';
import { captureLog } from '../../../test/support/log.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const log = captureLog();
const INFO = 30;
const WARN = 40;
const ERROR = 50;

let service: Service;
/** An instance on the same database that allows one request per key, and waits for no lock. */
let strict: Service;
let admin: Player;
let viewer: Player;
let quizId: string;
let ids = 0;

beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'info', NODE_ENV: 'production' });
  const environment = {
    DATABASE_URL: service.databaseUrl,
    LOG_LEVEL: 'info',
    RATE_LIMIT_REQUESTS: '1',
    RATE_LIMIT_WINDOW_SECONDS: '3600',
  };
  strict = await startService({ ...environment, DATABASE_LOCK_TIMEOUT_MS: '100' });
  admin = await createPlayer(service, 'admin');
  viewer = await createPlayer(service, 'viewer');
  ({ id: quizId } = await createQuiz(admin));
});

afterAll(async () => {
  await strict.close();
  await service.close();
});

interface Line extends Record<string, unknown> {
  level: number;
  reqId?: string;
  msg: string;
}

const lines = () => log.map((line) => JSON.parse(line) as Line);

/** Sends a request. @returns the lines with its id, up to its own line */
async function logged(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  { url } = service,
): Promise<Line[]> {
  const id = `test-${++ids}`;
  await send(url, method, path, { headers: { 'x-request-id': id, ...headers } });
  const ofRequest = () => lines().filter(({ reqId }) => reqId === id);
  await until('the request is logged', () => Promise.resolve(ofRequest().some(({ msg }) => msg === 'request')));
  return ofRequest();
}

const execute = (statement: string) => withClient(service.databaseUrl, (client) => client.query(statement));

it('each request has one line with route, key, status and duration', async () => {
  const path = `/api/quizzes/${quizId}`;
  expect(await logged('GET', `${path}?secret=1`, { 'x-api-key': admin.key })).toEqual([
    {
      level: INFO,
      time: expect.any(Number) as number,
      pid: process.pid,
      hostname: expect.any(String) as string,
      reqId: `test-${ids}`,
      method: 'GET',
      route: '/api/quizzes/:id',
      path,
      status: 200,
      ms: expect.any(Number) as number,
      key: admin.keyId,
      address: '127.0.0.1',
      msg: 'request',
    },
  ]);
});

it('the line of a request to the backoffice names the administrator', async () => {
  const { cookie, userId } = service.backoffice;
  const [line] = await logged('GET', '/admin/api/users', { cookie });
  expect(line).toMatchObject({ status: 200, route: '/admin/api/users', administrator: userId });
});

it('the line of a rejected request has the reason, and its key if that was valid', async () => {
  for (const [method, path, status, error] of [
    ['GET', '/api/quizzes/none', 404, 'QuizNotFound'],
    ['DELETE', `/api/quizzes/${quizId}`, 403, 'InsufficientPermissions'],
    ['GET', '/api/none', 404, 'NotFound'],
  ] as const) {
    const rejected = await logged(method, path, { 'x-api-key': viewer.key });
    expect(rejected).toEqual([expect.objectContaining({ level: INFO, status, error, key: viewer.keyId })]);
    expect(rejected[0]).not.toHaveProperty('cause');
  }
  const headers = { 'x-api-key': viewer.key };
  await send(strict.url, 'GET', '/api/quizzes', { headers });
  expect(await logged('GET', '/api/quizzes', headers, strict)).toEqual([
    expect.objectContaining({ level: INFO, status: 429, error: 'RateLimitExceeded', key: viewer.keyId }),
  ]);
});

it('an unexpected error is logged with the id of its request', async () => {
  await execute('ALTER TABLE quizzes RENAME TO gone');
  const failed = await logged('GET', '/api/quizzes', { 'x-api-key': admin.key });
  await execute('ALTER TABLE gone RENAME TO quizzes');
  const message = 'relation "quizzes" does not exist';
  expect(failed).toEqual([
    expect.objectContaining({
      level: ERROR,
      err: expect.objectContaining({ message, stack: expect.any(String) as string }) as object,
    }),
    expect.objectContaining({ level: WARN, status: 500, error: 'InternalError', cause: message }),
  ]);
});

it('an unavailable database is logged as a warning in one line with its cause', async () => {
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN; LOCK TABLE quizzes');
    const { key } = await createPlayer(service);
    expect(await logged('GET', '/api/quizzes', { 'x-api-key': key }, strict)).toEqual([
      expect.objectContaining({
        level: WARN,
        status: 503,
        error: 'DatabaseUnavailable',
        cause: 'canceling statement due to lock timeout',
      }),
    ]);
    await client.query('ROLLBACK');
  });
});

it('a malformed message has a line', async () => {
  await exchange(service.url, 'no request\r\n\r\n');
  const malformed = lines().filter(({ error }) => error === 'MalformedRequest');
  expect(malformed).toEqual([
    expect.objectContaining({
      level: INFO,
      status: 400,
      code: 'HPE_INVALID_METHOD',
      address: '127.0.0.1',
      msg: 'request',
    }),
  ]);
});
