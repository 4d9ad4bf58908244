import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../support/database.js';
import { apiWith, createQuiz, quizBody } from '../support/factories.js';
import { answersTo, passTime, save, startAccepted } from '../support/starts.js';
import { until } from '../support/until.js';
import { extent } from './extent.js';
import { countFailed, Load } from './load.js';
import { startRandom } from './random.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';
import { compareAttempts, expectConsistent } from './verify.js';

const ROUNDS = extent({ short: 4, soak: 20 });
const RESTARTS = extent({ short: 1, soak: 5 });
const OPEN_ROUNDS = extent({ short: 1, soak: 10 });
const LIMIT_SECONDS = 300;
const GRACE_SECONDS = 1;

interface Recorded {
  id: string;
  correct: number;
  timedOut: boolean;
  completedAt: Date;
}

describeWithCluster('three instances', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite({ players: 12, environment: { START_GRACE_SECONDS: String(GRACE_SECONDS) } });
  });

  afterAll(() => site.cluster.stop());

  it('lose no acknowledged attempt and count none twice if one of them or PostgreSQL is killed under load', async () => {
    const { cluster, url, databaseUrl, players, quizzes } = site;
    const random = startRandom('Killed under load');
    const load = new Load({ url, players, quizzes, random, keyed: 8, unkeyed: 3, readers: 3 });
    const unavailable: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(random.between(100, 800));
      const instance = random.pick(cluster.instances);
      await instance.kill();
      await sleep(random.between(0, 500));
      await instance.start();
      await sleep(random.between(100, 800));
      const from = performance.now();
      await cluster.postgres.kill();
      await sleep(random.between(0, 300));
      await cluster.postgres.start();
      await Promise.all(cluster.instances.map((each) => each.untilReady()));
      unavailable.push(performance.now() - from);
    }
    const { submissions, answers, unexpected } = await load.stop();
    const totals = await compareAttempts(databaseUrl, submissions);
    await expectConsistent(site);
    const longest = (Math.max(...unavailable) / 1_000).toFixed(1);
    record({
      name: 'kill -9 of an instance, then of PostgreSQL, under load',
      done: `${ROUNDS} rounds through nginx (seed ${random.seed}); ${submissions.length} attempts, ${JSON.stringify(answers)}`,
      expected: '0 acknowledged attempts lost, 0 counted twice; leaderboards, totals and statistics as recomputed',
      measured:
        `${totals.lost} of ${totals.acknowledged} lost, ${totals.twice} twice; all as recomputed at each instance; ` +
        `${totals.inDoubt} of those without a key were counted and not answered; all ready again at most ${longest} s after PostgreSQL was killed`,
    });
    expect(unexpected).toEqual([]);
    expect(totals).toMatchObject({ lost: 0, twice: 0, unanswered: 0, unknown: 0 });
    expect(totals.acknowledged).toBeGreaterThan(10 * ROUNDS);
  });

  it('fail no request under load while they are restarted one after the other', async () => {
    const { cluster, url, databaseUrl, players, quizzes } = site;
    const random = startRandom('Rolling restart');
    const load = new Load({ url, players, quizzes, random, keyed: 3, unkeyed: 4, readers: 3, pauseMs: 15 });
    const pids = cluster.instances.map(({ pid }) => pid);
    await sleep(500);
    for (let round = 0; round < RESTARTS; round++) await cluster.rollingRestart();
    await sleep(500);
    const report = await load.stop();
    const totals = await compareAttempts(databaseUrl, report.submissions);
    await expectConsistent(site);
    for (const [index, { pid }] of cluster.instances.entries()) expect(pid).not.toBe(pids[index]);
    record({
      name: 'rolling restart of all three under load',
      done: `${RESTARTS} times: down in nginx, reload, SIGTERM, start, ready, up, reload; ${JSON.stringify(report.answers)}`,
      expected: '0 failed requests, also of POSTs without Idempotency-Key',
      measured: `${countFailed(report)} failed; ${totals.lost} of ${totals.acknowledged} attempts lost, ${totals.twice} twice`,
    });
    expect(report.unexpected).toEqual([]);
    expect(countFailed(report)).toBe(0);
    expect(totals).toMatchObject({ lost: 0, twice: 0, unanswered: 0, inDoubt: 0, unknown: 0 });
  });

  it('record once what was saved at one of them that is killed before the time is up', async () => {
    const { cluster, databaseUrl, admin, players } = site;
    const took: number[] = [];
    for (let round = 0; round < OPEN_ROUNDS; round++) {
      const quiz = await createQuiz(admin, quizBody(4, { timeLimitSeconds: LIMIT_SECONDS, requireStart: true }));
      site.quizzes.push(quiz);
      const [killed] = cluster.instances;
      const ids = new Set<string>();
      for (const { key } of players) {
        const player = { api: apiWith(killed?.url ?? '', key) };
        const started = await startAccepted(player, quiz.id);
        expect((await save(player, started, answersTo(started, quiz, 3))).status).toBe(200);
        ids.add(started.id);
      }
      await killed?.kill();
      await passTime(site, quiz.id, LIMIT_SECONDS);
      const upAt = Date.now();
      const read = () =>
        query<Recorded>(
          databaseUrl,
          `SELECT id, correct_count AS correct, timed_out AS "timedOut", completed_at AS "completedAt"
             FROM attempts WHERE quiz_id = $1`,
          [quiz.id],
        );
      await until('all are recorded', async () => (await read()).length === players.length);
      await killed?.start();
      const recorded = await read();
      expect(new Set(recorded.map(({ id }) => id))).toEqual(ids);
      expect(recorded.every(({ correct, timedOut }) => correct === 3 && timedOut)).toBe(true);
      expect(await query(databaseUrl, 'SELECT FROM starts')).toEqual([]);
      for (const { completedAt } of recorded) took.push((completedAt.getTime() - upAt) / 1_000);
    }
    await expectConsistent(site);
    record({
      name: 'kill -9 of the instance at which answers were saved, before the time is up',
      done: `${OPEN_ROUNDS} times, with ${players.length} open starts`,
      expected: 'what was saved is recorded once, within 10 s after the grace',
      measured: `all recorded once, at most ${Math.max(...took).toFixed(1)} s after the time was up`,
    });
  });
});
