import { Background } from '#libs/database';
import { submit } from '../../../test/support/attempts.js';
import { withClient } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { exchange, send } from '../../../test/support/http.js';
import { changes, readMetrics } from '../../../test/support/metrics.js';
import { describeWithRedis, startRedis } from '../../../test/support/redis.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

let service: Service;
/** An instance on the same database that allows one request per key, and has few connections. */
let strict: Service;
let admin: Player;
let viewer: Player;
let quiz: Quiz;

beforeAll(async () => {
  service = await startService();
  strict = await startService({
    DATABASE_URL: service.databaseUrl,
    DATABASE_POOL_SIZE: '2',
    DATABASE_LOCK_TIMEOUT_MS: '1000',
    RATE_LIMIT_REQUESTS: '1',
    RATE_LIMIT_WINDOW_SECONDS: '3600',
  });
  admin = await createPlayer(service, 'admin');
  viewer = await createPlayer(service, 'viewer');
  quiz = await createQuiz(admin, quizBody(2, { maxAttempts: 1 }));
});

afterAll(async () => {
  await strict.close();
  await service.close();
});

const api = (
  method: string,
  path: string,
  { key }: { key: string } = admin,
  body?: string,
  type = 'application/json',
) =>
  send(service.url, method, `/api${path}`, {
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });

const signIn = (email: string, password: string) =>
  send(service.url, 'POST', '/admin/api/session', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

/** Runs something. @returns the changes of the named series when `isDone` */
async function changesOf(
  name: RegExp,
  work: () => Promise<unknown>,
  { url } = service,
): Promise<Record<string, number>> {
  const before = await readMetrics(url);
  await work();
  return changes(before, await readMetrics(url), name);
}

/** Waits until the named series have changed so. */
async function untilChanged(
  name: RegExp,
  expected: Record<string, number>,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await readMetrics(service.url);
  await work();
  await until('the metrics have changed', async () => {
    const changed = changes(before, await readMetrics(service.url), name);
    return JSON.stringify(changed) === JSON.stringify(expected) || changed;
  });
}

/** Locks a table while something runs. */
function whileLocked(table: string, work: (release: () => Promise<unknown>) => Promise<void>): Promise<void> {
  return withClient(service.databaseUrl, async (client) => {
    await client.query(`BEGIN; LOCK TABLE ${table}`);
    await work(() => client.query('ROLLBACK'));
  });
}

const execute = (statement: string) => withClient(service.databaseUrl, (client) => client.query(statement));

it('every metric has a help text', async () => {
  const lines = (await (await fetch(`${service.url}/metrics`)).text()).split('\n');
  const helped = new Set(lines.filter((line) => /^# HELP \w+ ./.test(line)).map((line) => line.split(' ')[2] ?? ''));
  const series = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^\w+/.exec(line)?.[0] ?? '');
  const unhelped = series.filter((name) => !helped.has(name) && !helped.has(name.replace(/_(bucket|sum|count)$/, '')));
  expect(unhelped).toEqual([]);
  expect([...helped]).toEqual(expect.arrayContaining(['quiz_ready', 'nodejs_eventloop_lag_p99_seconds']));
});

it('requests are counted by route and status', async () => {
  await untilChanged(
    /^http_request_duration_seconds_count.*quizzes/,
    {
      'http_request_duration_seconds_count{method="GET",route="/api/quizzes/:id",status="200"}': 2,
      'http_request_duration_seconds_count{method="GET",route="/api/quizzes/:id",status="404"}': 1,
    },
    async () => {
      for (const id of [quiz.id, quiz.id, 'none']) await api('GET', `/quizzes/${id}`);
    },
  );
});

describe('quiz_errors_total counts rejected requests by reason:', () => {
  const attempts = () => `/quizzes/${quiz.id}/attempts`;
  const attempt = () => JSON.stringify(attemptAt(quiz, 1));

  it.each<[string, () => Promise<unknown>]>([
    ['ApiKeyRequired', () => api('GET', '/quizzes', { key: '' })],
    ['InvalidApiKey', () => api('GET', '/quizzes', { key: 'qk_none' })],
    ['InsufficientPermissions', () => api('POST', attempts(), viewer, attempt())],
    ['ValidationFailed', () => api('POST', attempts(), admin, '{}')],
    ['InvalidJson', () => api('POST', attempts(), admin, '{')],
    ['ContentTypeNotJson', () => api('POST', attempts(), admin, '{}', 'text/plain')],
    ['BodyTooLarge', () => api('POST', attempts(), admin, ' '.repeat(1_100_000))],
    ['QuizNotFound', () => api('GET', '/quizzes/none')],
    ['NotFound', () => api('GET', '/none')],
    ['MethodNotAllowed', () => api('PATCH', '/quizzes')],
    ['NotSignedIn', () => send(service.url, 'GET', '/admin/api/users')],
    ['MalformedRequest', () => exchange(service.url, 'no request\r\n\r\n')],
    ['HeadersTooLarge', () => exchange(service.url, `GET / HTTP/1.1\r\nhost: a\r\na: ${'a'.repeat(70_000)}\r\n\r\n`)],
  ])('%s', async (reason, request) => {
    expect(await changesOf(/^quiz_errors_total/, request)).toEqual({
      [`quiz_errors_total{reason="${reason}"}`]: 1,
    });
  });

  it('RateLimitExceeded', async () => {
    const ask = () => send(strict.url, 'GET', '/api/quizzes', { headers: { 'x-api-key': viewer.key } });
    const changed = await changesOf(/^quiz_errors_total/, () => ask().then(ask).then(ask), strict);
    expect(changed).toEqual({ 'quiz_errors_total{reason="RateLimitExceeded"}': 2 });
  });

  it('InternalError', async () => {
    await execute('ALTER TABLE quizzes RENAME TO gone');
    const changed = await changesOf(/^quiz_errors_total/, () => api('GET', '/quizzes'));
    await execute('ALTER TABLE gone RENAME TO quizzes');
    expect(changed).toEqual({ 'quiz_errors_total{reason="InternalError"}': 1 });
  });

  it('DatabaseUnavailable, and the pool shows used connections and waiting requests', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => createPlayer(service)));
    const before = await readMetrics(strict.url);
    expect(before.get('quiz_database_pool_max_connections')).toBe(2);
    const path = `/api/quizzes/${quiz.id}/attempts`;
    await whileLocked('attempts', async () => {
      const asked = keys.map(({ key }) => send(strict.url, 'GET', path, { headers: { 'x-api-key': key } }));
      await until('connections are used up', async () => {
        const metrics = await readMetrics(strict.url);
        const used = metrics.get('quiz_database_pool_connections{state="used"}');
        const waiting = metrics.get('quiz_database_pool_waiting') ?? 0;
        return (used === 2 && waiting > 0) || [used, waiting];
      });
      expect((await Promise.all(asked)).map(({ status }) => status)).toContain(503);
    });
    await until('no connection is used', async () => {
      const metrics = await readMetrics(strict.url);
      return metrics.get('quiz_database_pool_waiting') === 0 && metrics.get('quiz_ready') === 1;
    });
    const counted = changes(before, await readMetrics(strict.url), /^quiz_errors_total/);
    expect(Object.keys(counted)).toEqual(['quiz_errors_total{reason="DatabaseUnavailable"}']);
  });
});

describe('submissions', () => {
  it('are counted by outcome, with the transactions that committed them', async () => {
    const player = await createPlayer(service);
    const changed = await changesOf(/^quiz_(attempts|errors|group_commit.*(sum|count))/, async () => {
      expect((await submit(player, quiz.id, attemptAt(quiz, 1), 'once')).status).toBe(201);
      expect((await submit(player, quiz.id, attemptAt(quiz, 1), 'once')).replayed).toBe(true);
      expect((await submit(player, quiz.id, attemptAt(quiz, 1))).status).toBe(409);
      expect((await submit(player, quiz.id, attemptAt(quiz, 2), 'once')).status).toBe(422);
    });
    expect(changed).toEqual({
      quiz_attempts_accepted_total: 1,
      'quiz_errors_total{reason="MaximumAttemptsReached"}': 1,
      'quiz_errors_total{reason="IdempotencyKeyReused"}': 1,
      'quiz_group_commit_batch_items_sum{group="attempts"}': 4,
      'quiz_group_commit_batch_items_count{group="attempts"}': 4,
      'quiz_group_commit_wait_seconds_sum{group="attempts"}': expect.any(Number) as number,
      'quiz_group_commit_wait_seconds_count{group="attempts"}': 4,
    });
  });

  it('that repeat an Idempotency-Key are counted as replays, of quizzes too', async () => {
    const body = JSON.stringify(quizBody());
    const headers = { 'x-api-key': admin.key, 'content-type': 'application/json', 'idempotency-key': 'quiz-once' };
    await untilChanged(/^quiz_idempotent_replays_total/, { quiz_idempotent_replays_total: 2 }, async () => {
      for (let time = 0; time < 3; time++) await send(service.url, 'POST', '/api/quizzes', { headers, body });
    });
  });

  it('that wait for a transaction are shown, with the size of batches', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => createPlayer(service)));
    const waiting = async () =>
      (await readMetrics(service.url)).get('quiz_group_commit_waiting_items{group="attempts"}');
    const items = /^quiz_group_commit_batch_items_(sum|count)/;
    const changed = await changesOf(items, () =>
      whileLocked('attempts', async (release) => {
        const locks = `SELECT count(*)::integer AS held FROM pg_locks 
          WHERE NOT granted AND mode = 'RowExclusiveLock' AND relation = 'attempts'::regclass`;
        const answers = [];
        // Each of the first two begins a transaction, and the others wait for one to end.
        for (const [index, player] of players.entries()) {
          answers.push(submit(player, quiz.id, attemptAt(quiz, 1)));
          const expected = Math.min(index + 1, 2);
          await until('transactions wait for the table', async () => {
            const { rows } = await execute(locks);
            return (rows[0] as { held: number }).held === expected;
          });
        }
        await until('the others are shown', async () => (await waiting()) === 3 || (await waiting()));
        await release();
        expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      }),
    );
    expect(await waiting()).toBe(0);
    expect(changed).toMatchObject({ 'quiz_group_commit_batch_items_sum{group="attempts"}': 5 });
    expect(changed['quiz_group_commit_batch_items_count{group="attempts"}']).toBeLessThanOrEqual(4);
  });
});

it('look-ups in caches are counted as hits and misses', async () => {
  const { id } = await createQuiz(admin);
  const read = async () => {
    await api('GET', `/quizzes/${id}`);
    await api('GET', `/quizzes/${id}/leaderboard`);
  };
  const lookup = (cache: string, result: string) => `quiz_cache_lookups_total{cache="${cache}",result="${result}"}`;
  expect(await changesOf(/^quiz_cache/, read)).toEqual({
    [lookup('quizzes', 'miss')]: 1,
    [lookup('quiz contents', 'miss')]: 1,
    [lookup('quiz leaderboard pages', 'miss')]: 1,
  });
  expect(await changesOf(/^quiz_cache/, () => read().then(read))).toEqual({
    [lookup('quizzes', 'hit')]: 2,
    [lookup('quiz leaderboard pages', 'hit')]: 2,
  });
  const player = await createPlayer(service);
  const { data } = await player.api.GET('/quizzes/{id}', { params: { path: { id } } });
  expect(await changesOf(/^quiz_cache/, () => submit(player, id, attemptAt(data as Quiz, 1)))).toEqual({
    [lookup('quiz contents', 'hit')]: 1,
  });
});

it('sign-ins are counted by how they end', async () => {
  const changed = await changesOf(/^quiz_sign_ins_total/, async () => {
    expect((await signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt++) await signIn('nobody@example.com', 'a wrong password');
    expect((await signIn('nobody@example.com', 'a wrong password')).status).toBe(429);
  });
  expect(changed).toEqual({
    'quiz_sign_ins_total{method="password",outcome="success"}': 1,
    'quiz_sign_ins_total{method="password",outcome="rejected"}': 10,
    'quiz_sign_ins_total{method="password",outcome="limited"}': 1,
  });
});

it('runs of background tasks are counted by how they end', async () => {
  const runs = async (outcome: string) =>
    (await readMetrics(service.url)).get(
      `quiz_background_task_runs_total{task="Counting attempts",outcome="${outcome}"}`,
    ) ?? NaN;
  const untilMore = async (outcome: string) => {
    const before = await runs(outcome);
    await until(`there is a run that ends in ${outcome}`, async () => {
      await service.app.get(Background).run('Counting attempts');
      return (await runs(outcome)) > before;
    });
  };
  await untilMore('success');
  await execute('ALTER TABLE attempts_to_count RENAME TO gone');
  await untilMore('failure');
  await execute('ALTER TABLE gone RENAME TO attempts_to_count');
  await untilMore('success');
  const metrics = await readMetrics(service.url);
  const timed = metrics.get('quiz_background_task_duration_seconds_count{task="Counting attempts"}') ?? NaN;
  expect(timed).toBeGreaterThanOrEqual(3);
});

describeWithRedis('the rate-limit store', () => {
  it('is reported as unavailable, and the instance as not ready, until it is back', async () => {
    const redis = await startRedis();
    const shared = await startService({ DATABASE_URL: service.databaseUrl, REDIS_URL: redis.url });
    const untilAway = (away: number) =>
      until(`the value is ${away}`, async () => {
        // Only a request notices the outage.
        await send(shared.url, 'GET', '/api/quizzes');
        const metrics = await readMetrics(shared.url);
        const shown = [metrics.get('quiz_rate_limit_store_away'), metrics.get('quiz_ready')];
        return JSON.stringify(shown) === JSON.stringify([away, 1 - away]) || shown;
      });
    try {
      await untilAway(0);
      await redis.stop();
      await untilAway(1);
      await redis.start();
      await untilAway(0);
    } finally {
      await shared.close();
      await redis.stop();
    }
  });
});
