import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { attemptAt } from '../support/factories.js';
import { extent } from './extent.js';
import { flood } from './flood.js';
import { Load } from './load.js';
import { startRandom } from './random.js';
import { record } from './results.js';
import { type Site, startSite } from './site.js';
import { expectConsistent } from './verify.js';
import { memoryOf, seconds, timesOf, untilServed, watchHealth } from './watch.js';

/** Connections that keep all instances busy, and many times as many: more than all instances admit. */
const SUSTAINABLE = 60;
const OVERLOAD = 3_000;
const LENGTH_S = extent({ short: 8, soak: 60 });

describeWithPrograms('overload', ['postgres', 'initdb', 'redis-server', 'nginx', 'wrk'], () => {
  let site: Site;

  beforeAll(async () => {
    // All the load comes from one address.
    site = await startSite({ players: 30, requestsPerAddress: 2 * OVERLOAD, hasLongTimeouts: false });
    // An instance that has just started rejects nothing.
    await sleep(2_000);
  });

  afterAll(() => site.cluster.stop());

  it.each<[string, () => string]>([
    ['nginx', () => site.url],
    ['one instance, past nginx', () => site.cluster.instances[0]?.url ?? ''],
  ])('through %s: excess requests are rejected early, and admitted ones are served in time', async (way, urlOf) => {
    const { cluster, players, quizzes } = site;
    const quiz = quizzes[0] as (typeof quizzes)[number];
    const submissions = {
      url: urlOf(),
      path: `/api/quizzes/${quiz.id}/attempts`,
      body: JSON.stringify(attemptAt(quiz, 2)),
      keys: players.map(({ key }) => key),
    };
    const clients = {
      url: urlOf(),
      players,
      quizzes,
      random: startRandom('Overload'),
      keyed: 2,
      unkeyed: 0,
      readers: 2,
    };
    const usual = await flood({ ...submissions, connections: SUSTAINABLE, seconds: 4 });
    const load = new Load({ ...clients, pauseMs: 50 });
    let statuses = new Map<number, number>();
    const health = await watchHealth(cluster, async () => {
      statuses = await flood({ ...submissions, connections: OVERLOAD, seconds: LENGTH_S });
    });
    const memory = Math.max(...cluster.instances.map(memoryOf));
    const recovery = await untilServed(load);
    const { served, unexpected } = await load.stop();
    const accepted = (statuses.get(201) ?? 0) / LENGTH_S;
    record({
      name: `overload by way of ${way}`,
      done: `${OVERLOAD} connections that submit without a pause for ${LENGTH_S} s: ${JSON.stringify([...statuses])}; and 4 clients that are measured`,
      expected: 'no crash, 503 early, admitted p99 bounded, /health answers, memory bounded, normal within 5 s',
      measured:
        `${Math.round(accepted)} attempts/s (${Math.round((usual.get(201) ?? 0) / 4)} over ${SUSTAINABLE} connections), admitted ${timesOf(served)}; ` +
        `live ${health.live.join('/')}, slowest ${Math.round(health.slowestMs)} ms; at most ${Math.round(memory)} MiB; last rejection ${seconds(recovery)} after the end`,
    });
    expect(cluster.instances.map(({ isRunning }) => isRunning)).toEqual([true, true, true]);
    expect([...statuses.keys()].sort()).toEqual([201, 503]);
    expect(unexpected).toEqual([]);
    expect(health.live).toEqual([200]);
    expect(memory).toBeLessThan(700);
    // The deadline of a request, with a margin for a machine that is busy with the load itself, and for any machine in CI.
    expect(Math.max(...served)).toBeLessThan(extent({ short: 60_000, soak: 15_000 }));
    expect(recovery).toBeLessThan(extent({ short: 60_000, soak: 10_000 }));
    await expectConsistent(site);
  });
});
