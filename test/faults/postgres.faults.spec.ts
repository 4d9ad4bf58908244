import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { until } from '../support/until.js';
import { extent } from './extent.js';
import { Load } from './load.js';
import { startRandom } from './random.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';
import { type Standby, startStandby } from './standby.js';
import { compareAttempts, expectConsistent } from './verify.js';
import { seconds, timesOf, untilServed, watchHealth } from './watch.js';

const LENGTH_MS = extent({ short: 4_000, soak: 30_000 });

/**
 * A fault, which ends with PostgreSQL as it was.
 * @param untilNoticed waits for as long as it lasts
 */
type Fault = (site: Site, untilNoticed: () => Promise<void>) => Promise<void>;

describeWithCluster('a failure of PostgreSQL', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite({ hasLongTimeouts: false });
  });

  afterAll(() => site.cluster.stop());

  /** @param isDown whether the instances must notice that it is down */
  async function suffer(name: string, fault: Fault, isDown: boolean): Promise<void> {
    const { cluster, url, databaseUrl, players, quizzes } = site;
    const load = new Load({ url, players, quizzes, random: startRandom(name), keyed: 8, unkeyed: 2, readers: 6 });
    await sleep(500);
    const isRejected = () => Object.keys(load.soFar.answers).some((answer) => answer.endsWith(' 503'));
    const health = await watchHealth(cluster, (ready) =>
      fault(site, async () => {
        await sleep(LENGTH_MS);
        // A slow machine needs longer.
        await until('it is noticed', () => Promise.resolve(ready.has(503) && isRejected()));
      }),
    );
    const recovery = await untilServed(load);
    const { submissions, answers, unexpected, times } = await load.stop();
    await Promise.all(cluster.instances.map((instance) => instance.untilReady()));
    all.push(...submissions);
    const totals = await compareAttempts(databaseUrl, all);
    await expectConsistent(site);
    record({
      name: `PostgreSQL ${name}`,
      done: `${submissions.length} attempts and reads by 16 clients through nginx, ${JSON.stringify(answers)}`,
      expected:
        '503 within 5 s, live 200, ready 503, recovery within 5 s, no acknowledged attempt lost, none counted twice',
      measured:
        `${timesOf(times)}; live ${health.live.join('/')}, ready ${health.ready.join('/')}; last failure ${seconds(recovery)} after the end; ` +
        `${totals.lost} of ${totals.acknowledged} lost, ${totals.twice} twice, all as recomputed`,
    });
    expect(unexpected).toEqual([]);
    expect(health.live).toEqual([200]);
    if (isDown) {
      expect(health.ready).toContain(503);
      expect(isRejected()).toBe(true);
    }
    expect(totals).toMatchObject({ lost: 0, twice: 0, unanswered: 0, unknown: 0 });
    // Five seconds, with a margin for a machine that runs the whole cluster, and for any machine in CI.
    expect(Math.max(...times)).toBeLessThan(extent({ short: 60_000, soak: 10_000 }));
    expect(recovery).toBeLessThan(extent({ short: 60_000, soak: 15_000 }));
  }

  const all: Parameters<typeof compareAttempts>[1][number][] = [];

  it.each<[string, Fault, boolean]>([
    ['restarted', ({ cluster }) => cluster.postgres.restart(), false],
    [
      `stopped for ${LENGTH_MS / 1_000} s`,
      async ({ cluster: { postgres } }, untilNoticed) => {
        await postgres.stop();
        await untilNoticed();
        await postgres.start();
      },
      true,
    ],
    [
      `frozen for ${LENGTH_MS / 1_000} s`,
      async ({ cluster: { postgres } }, untilNoticed) => {
        postgres.freeze();
        await untilNoticed();
        postgres.thaw();
      },
      true,
    ],
    ['with all its connections taken', takeConnections, false],
  ])('%s: requests get 503 in time, and succeed afterwards', suffer);

  it('with a standby that takes over its address loses no acknowledged attempt', async () => {
    let standby: Standby | undefined;
    try {
      standby = await startStandby(site.cluster.postgres);
      const { takeOver } = standby;
      await suffer('replaced by its synchronous standby', takeOver, true);
    } finally {
      await standby?.part.kill();
    }
  });
});

/** Takes all free connections, and those of the service unless it takes them back first. */
async function takeConnections({ databaseUrl }: Site): Promise<void> {
  const taken: Client[] = [];
  const take = async () => {
    for (;;) {
      const client = new Client({ connectionString: databaseUrl, application_name: 'taker' });
      client.on('error', () => undefined);
      try {
        await client.connect();
        taken.push(client);
      } catch (error) {
        if ((error as { code?: string }).code === '53300') return;
        throw error;
      }
    }
  };
  const others = `FROM pg_stat_activity WHERE application_name = 'quiz-service'`;
  await take();
  for (let round = 0; round < 5; round++) {
    await taken[0]?.query(`SELECT pg_terminate_backend(pid) ${others}`);
    await take();
  }
  await sleep(LENGTH_MS / 2);
  await Promise.all(taken.map((client) => client.end()));
}
