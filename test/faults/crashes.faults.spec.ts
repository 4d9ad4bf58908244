import { setTimeout as sleep } from 'node:timers/promises';
import { extent } from './extent.js';
import { Load } from './load.js';
import { startRandom } from './random.js';
import { record } from './results.js';
import { describeWithCluster, type Site, START_LIMIT_MS, startSite } from './site.js';
import { compareAttempts, expectConsistent } from './verify.js';

const ROUNDS = extent({ short: 4, soak: 20 });

describeWithCluster('instances and PostgreSQL that are killed', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite();
  }, START_LIMIT_MS);

  afterAll(() => site.cluster.stop(), START_LIMIT_MS);

  it(
    'lose no acknowledged attempt, and count none twice',
    async () => {
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
      const figures = await compareAttempts(databaseUrl, submissions);
      await expectConsistent(site);
      const longest = (Math.max(...unavailable) / 1_000).toFixed(1);
      record({
        name: 'kill -9 of an instance, then of PostgreSQL, under load',
        done: `${ROUNDS} rounds through nginx (seed ${random.seed}); ${submissions.length} attempts, ${JSON.stringify(answers)}`,
        expected: '0 acknowledged attempts lost, 0 counted twice; leaderboards, totals and statistics as recomputed',
        measured:
          `${figures.lost} of ${figures.acknowledged} lost, ${figures.twice} twice; all as recomputed at each instance; ` +
          `${figures.inDoubt} of those without a key were counted and not answered; all ready again at most ${longest} s after PostgreSQL was killed`,
      });
      expect(unexpected).toEqual([]);
      expect(figures).toMatchObject({ lost: 0, twice: 0, unanswered: 0, unknown: 0 });
      expect(figures.acknowledged).toBeGreaterThan(10 * ROUNDS);
    },
    60_000 + ROUNDS * 30_000,
  );
});
