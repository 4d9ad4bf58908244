import { fileURLToPath } from 'node:url';
import { Backoffice } from '../support/backoffice.js';
import { type Cluster, startCluster } from '../support/cluster/cluster.js';
import { ADMINISTRATOR } from '../support/cluster/cluster.js';
import { query } from '../support/database.js';
import { apiWith, createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { readMetrics } from '../support/metrics.js';
import { sendRequest, sendConcurrently, having } from '../support/rate.js';
import { answersTo, attemptsOf, passTime, save, startAccepted, submitStart } from '../support/starts.js';
import { until } from '../support/until.js';
import { record } from './results.js';
import { describeWithCluster } from './site.js';

const HOUR_MS = 3_600_000;
const WINDOW_S = 10;
const LIMIT = 100;

const clockOff = (ms: number) => ({
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('clock.js', import.meta.url))}`,
  CLOCK_OFFSET_MS: String(ms),
});

describeWithCluster('instances with clocks an hour fast and an hour slow', () => {
  let cluster: Cluster;
  let backoffices: Backoffice[];
  let urls: [string, ...string[]];
  let admin: Player;
  let quiz: Quiz;

  beforeAll(async () => {
    const environment = {
      RATE_LIMIT_REQUESTS: String(LIMIT),
      RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_S),
    };
    const instances = [{}, clockOff(HOUR_MS), clockOff(-HOUR_MS)];
    cluster = await startCluster({ environment, instances, hasLongTimeouts: true });
    const [first = '', ...others] = cluster.instances.map(({ url }) => url);
    urls = [first, ...others];
    backoffices = await Promise.all(urls.map((url) => Backoffice.signIn(url, ADMINISTRATOR)));
    admin = await createPlayer(service(0), 'admin');
    quiz = await createQuiz(admin, quizBody(2, { maxAttempts: 1_000 }));
  });

  afterAll(() => cluster.stop());

  const service = (index: number) => ({ url: urls[index] ?? '', backoffice: backoffices[index] as Backoffice });

  it('count windows by the clock of Redis', async () => {
    const { key } = await createPlayer(service(0));
    const answers = await sendConcurrently(3 * LIMIT, urls, { key });
    expect([having(200, answers), having(429, answers)]).toEqual([LIMIT, 2 * LIMIT]);
    for (const { retryAfter, reset, receivedAt, sentAt } of answers) {
      if (retryAfter !== null) expect(Number(retryAfter)).toBeLessThanOrEqual(WINDOW_S);
      expect(reset * 1_000).toBeGreaterThan(sentAt);
      expect(reset * 1_000).toBeLessThanOrEqual(receivedAt + (WINDOW_S + 1) * 1_000);
    }
    const from = performance.now();
    for (const url of urls)
      await until('the window is over', async () => (await sendRequest(url, { key })).status === 200);
    const window = performance.now() - from;
    record({
      name: 'clocks of instances an hour fast and slow',
      done: `${3 * LIMIT} requests at once with a key that may send ${LIMIT} in ${WINDOW_S} s, sessions, keys with an end, attempts at all three`,
      expected: "limits and expiry by the database's clock and Redis'",
      measured: `${having(200, answers)} served, window over after ${(window / 1_000).toFixed(1)} s at all; sessions, keys and times of attempts right at all`,
    });
    expect(window).toBeLessThan(HOUR_MS / 2);
  });

  it('accept keys until their expiry, and sessions of each other, by the clock of the database', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS / 2);
    const create = () =>
      backoffices[0]?.call<{ id: string; key: string }>('POST', '/keys', {
        name: 'ends',
        userId: admin.userId,
        expiresAt,
      });
    const [lasting, short] = [await create(), await create()];
    const soon = `UPDATE api_keys SET expires_at = now() + interval '1 second' WHERE id = $1`;
    await query(cluster.databaseUrl, soon, [short?.id]);
    for (const url of urls) expect((await sendRequest(url, { key: lasting?.key ?? '' })).status).toBe(200);
    await until(
      'the short key has expired',
      async () => (await sendRequest(urls[2] ?? '', { key: short?.key ?? '' })).status === 401,
    );
    for (const url of urls) expect((await sendRequest(url, { key: short?.key ?? '' })).status).toBe(401);
    for (const { cookie } of backoffices) {
      for (const url of urls) {
        expect((await fetch(`${url}/admin/api/session`, { headers: { cookie } })).status).toBe(200);
      }
    }
  });

  it('record attempts and quizzes with the time of the database, and a repeated Idempotency-Key once', async () => {
    const player = await createPlayer(service(1));
    const ids = new Set<string>();
    for (const url of urls) {
      const headers = { 'x-api-key': player.key, 'content-type': 'application/json', 'idempotency-key': 'same' };
      const response = await fetch(`${url}/api/quizzes/${quiz.id}/attempts`, {
        method: 'POST',
        headers,
        body: '{"answers":[],"totalTimeMs":1}',
      });
      expect(response.status).toBe(201);
      ids.add(((await response.json()) as { attemptId: string }).attemptId);
    }
    expect(ids.size).toBe(1);
    for (const url of urls) {
      const { data } = await admin.api.GET('/quizzes/{id}/leaderboard', {
        baseUrl: `${url}/api`,
        params: { path: { id: quiz.id } },
      });
      const [entry] = data?.leaderboard ?? [];
      expect(Math.abs(Date.parse(entry?.completedAt ?? '') - Date.now())).toBeLessThan(HOUR_MS / 2);
    }
  });

  it('measure starts by the clock of the database, at whichever of them they begin, are saved, submitted and recorded', async () => {
    const timeLimitSeconds = HOUR_MS / 2_000;
    const timed = await createQuiz(admin, quizBody(4, { timeLimitSeconds }));
    const begin = async (index: number) => {
      const { key } = await createPlayer(service(0));
      const at = (place: number) => ({ api: apiWith(urls[place % urls.length] ?? '', key) });
      const started = await startAccepted(at(index), timed.id);
      expect(Math.abs(Date.parse(started.startedAt) - Date.now())).toBeLessThan(HOUR_MS / 2);
      expect(Date.parse(started.endsAt ?? '') - Date.parse(started.startedAt)).toBe(timeLimitSeconds * 1_000);
      expect((await save(at(index + 1), started, answersTo(started, timed, 3))).status).toBe(200);
      return { started, at };
    };
    const places = [...urls.keys()];
    const inTime = await Promise.all(places.map(begin));
    const late = await Promise.all(places.map(begin));
    await passTime(cluster, timed.id, timeLimitSeconds - 300);
    await Promise.all(urls.map(untilEndedAreRecorded));
    for (const [place, { started, at }] of inTime.entries()) {
      const submitted = await submitStart(at(place + 2), started, answersTo(started, timed, 4));
      expect([submitted.status, submitted.result?.correctCount]).toEqual([201, 4]);
      expect(await attemptsOf(at(place), timed.id)).toMatchObject([{ attemptId: started.id, timedOut: false }]);
    }
    await passTime(cluster, timed.id, 310);
    for (const { started, at } of late) {
      for (const place of places) {
        const submitted = await submitStart(at(place), started, answersTo(started, timed, 4));
        expect([submitted.status, submitted.error]).toEqual([409, 'Time is up']);
      }
      await until('it is recorded', async () => (await attemptsOf(at(0), timed.id)).length === 1);
      const [attempt] = await attemptsOf(at(0), timed.id);
      expect(attempt).toMatchObject({ correctCount: 3, timedOut: true, totalTimeMs: timeLimitSeconds * 1_000 });
      expect(Math.abs(Date.parse(attempt?.completedAt ?? '') - Date.now())).toBeLessThan(HOUR_MS / 2);
    }
  });
});

/** Waits until an instance has recorded starts whose time was up before the call. */
async function untilEndedAreRecorded(url: string): Promise<void> {
  const series = 'quiz_background_task_runs_total{task="Recording starts whose time is up",outcome="success"}';
  const runs = async () => (await readMetrics(url)).get(series) ?? 0;
  const before = await runs();
  // The first run may have begun before the call.
  await until('the task has run', async () => (await runs()) >= before + 2);
}
