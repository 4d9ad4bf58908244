import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPlayer } from '../support/factories.js';
import { exchange } from './exchange.js';
import { extent } from './extent.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';

const REQUESTS = 100;
const WINDOW_SECONDS = extent({ short: 6, soak: 60 });
const CLIENTS = 12;

describeWithCluster('the rate limit of three instances', () => {
  let site: Site;

  beforeAll(async () => {
    const environment = {
      RATE_LIMIT_REQUESTS: String(REQUESTS),
      RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS),
    };
    site = await startSite({ players: 0, quizzes: 1, environment });
  });

  afterAll(() => site.cluster.stop());

  it('serves a key exactly its limit in each window under any load', async () => {
    const { cluster } = site;
    const { key } = await createPlayer(site);
    const urls = [...cluster.instances.map(({ url }) => url), site.url];
    const agent = new Agent({ keepAlive: true });
    const served: { remaining: number; sentAt: number; receivedAt: number }[] = [];
    const statuses: Record<number, number> = {};
    let isStopping = false;
    const clients = Array.from({ length: CLIENTS }, async (_, index) => {
      while (!isStopping) {
        const sentAt = performance.now();
        const headers = { 'x-api-key': key };
        const answer = await exchange(urls[index % urls.length] ?? '', {
          method: 'GET',
          path: '/api/quizzes',
          headers,
          agent,
        });
        const receivedAt = performance.now();
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.status === 200) {
          served.push({ remaining: Number(answer.headers['x-ratelimit-remaining']), sentAt, receivedAt });
        }
        await sleep(20);
      }
    });
    while (served.length < 2 * REQUESTS) await sleep(20);
    // The second window is still open, so no request may be served now.
    await sleep((WINDOW_SECONDS * 1_000) / 3);
    isStopping = true;
    await Promise.all(clients);
    agent.destroy();
    const windows = [served.slice(0, REQUESTS), served.slice(REQUESTS)];
    const apart =
      Math.min(...(windows[1] ?? []).map(({ receivedAt }) => receivedAt)) -
      Math.min(...served.map(({ sentAt }) => sentAt));
    record({
      name: `a key with ${REQUESTS} requests per window hammered through all instances`,
      done: `two windows of ${WINDOW_SECONDS} s, ${CLIENTS} clients at three instances and nginx: ${JSON.stringify(statuses)}`,
      expected: `exactly ${REQUESTS} served in each window`,
      measured: `${windows.map(({ length }) => length).join(' and ')}, the second window ${(apart / 1_000).toFixed(2)} s after the first`,
    });
    const countDown = Array.from({ length: REQUESTS }, (_, index) => index);
    for (const window of windows) {
      expect(window.map(({ remaining }) => remaining).sort((one, other) => one - other)).toEqual(countDown);
    }
    expect(apart).toBeGreaterThanOrEqual(WINDOW_SECONDS * 1_000);
    expect(Object.keys(statuses).sort()).toEqual(['200', '429']);
  });
});
