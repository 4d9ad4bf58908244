import { setTimeout as sleep } from 'node:timers/promises';
import { extent } from './extent.js';
import { countFailed, Load } from './load.js';
import { startRandom } from './random.js';
import { record } from './results.js';
import { describeWithCluster, type Site, START_LIMIT_MS, startSite } from './site.js';
import { compareAttempts, expectConsistent } from './verify.js';

const ROUNDS = extent({ short: 1, soak: 10 });

describeWithCluster('a rolling restart of all instances under load', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite();
  }, START_LIMIT_MS);

  afterAll(() => site.cluster.stop(), START_LIMIT_MS);

  it(
    'fails no request',
    async () => {
      const { cluster, url, databaseUrl, players, quizzes } = site;
      const random = startRandom('Rolling restart');
      const load = new Load({ url, players, quizzes, random, keyed: 3, unkeyed: 4, readers: 3, pauseMs: 15 });
      const pids = cluster.instances.map(({ pid }) => pid);
      await sleep(500);
      for (let round = 0; round < ROUNDS; round++) await cluster.rollingRestart();
      await sleep(500);
      const report = await load.stop();
      const figures = await compareAttempts(databaseUrl, report.submissions);
      await expectConsistent(site);
      for (const [index, { pid }] of cluster.instances.entries()) expect(pid).not.toBe(pids[index]);
      record({
        name: 'rolling restart of all three under load',
        done: `${ROUNDS} times: down in nginx, reload, SIGTERM, start, ready, up, reload; ${JSON.stringify(report.answers)}`,
        expected: '0 failed requests, also of POSTs without Idempotency-Key',
        measured: `${countFailed(report)} failed; ${figures.lost} of ${figures.acknowledged} attempts lost, ${figures.twice} twice`,
      });
      expect(report.unexpected).toEqual([]);
      expect(countFailed(report)).toBe(0);
      expect(figures).toMatchObject({ lost: 0, twice: 0, unanswered: 0, inDoubt: 0, unknown: 0 });
    },
    60_000 + ROUNDS * 120_000,
  );
});
