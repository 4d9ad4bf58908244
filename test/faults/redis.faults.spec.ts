import { setTimeout as sleep } from 'node:timers/promises';
import { type RedisServer, startRedis } from '../support/redis.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';
import { extent } from './extent.js';
import { countFailed, Load } from './load.js';
import { startRandom } from './random.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';
import { medianOf, timesOf } from './watch.js';

const LENGTH_MS = extent({ short: 500, soak: 30_000 });
const CLIENTS = 6;

describeWithCluster('a failure of Redis', () => {
  let redis: RedisServer;
  let proxy: TcpProxy;
  let site: Site;

  beforeAll(async () => {
    redis = await startRedis();
    proxy = await startTcpProxy(redis.url);
    site = await startSite({ environment: { REDIS_URL: proxy.url, REDIS_TIMEOUT_MS: '1000', LOG_LEVEL: 'info' } });
  });

  afterAll(async () => {
    await site.cluster.stop();
    await proxy.close();
    await redis.stop();
  });

  /** How often each instance has logged a text. */
  const said = (text: string) => site.cluster.instances.map((instance) => instance.readLog().split(text).length - 1);

  async function untilAnswered({ soFar }: Load): Promise<void> {
    const enough = soFar.times.length + 20 * CLIENTS;
    await until('twenty more requests of each client are answered', () => Promise.resolve(soFar.times.length > enough));
  }

  it.each<[string, () => unknown, () => unknown]>([
    ['slow (1.5 s)', () => proxy.slow(1_500), () => proxy.slow(0)],
    ['frozen', () => redis.freeze(), () => redis.thaw()],
    ['gone', () => redis.stop(), () => redis.start()],
  ])('%s: delays no request', async (state, begin, end) => {
    const { url, players, quizzes } = site;
    const clients = {
      url,
      players,
      quizzes,
      random: startRandom(`Redis ${state}`),
      keyed: 2,
      unkeyed: 0,
      readers: CLIENTS - 2,
    };
    const before = new Load(clients);
    await sleep(LENGTH_MS);
    await untilAnswered(before);
    const usual = await before.stop();
    const saidBefore = said('Redis is not available');
    const during = new Load(clients);
    const newlySaid = () => said('Redis is not available').map((count, index) => count - (saidBefore[index] ?? 0));
    await begin();
    await sleep(LENGTH_MS);
    await until('an instance notices it', () => Promise.resolve(newlySaid().some((count) => count > 0)));
    await untilAnswered(during);
    const report = await during.stop();
    const times = newlySaid();
    const mendedAt = performance.now();
    await end();
    const after = new Load(clients);
    await until('all instances count together again', () => {
      const away = said('Redis is not available');
      const back = said('Redis is back');
      return Promise.resolve(back.every((count, index) => count >= (away[index] ?? 0)) || { away, back });
    });
    const back = performance.now() - mendedAt;
    const failed = [usual, report, await after.stop()].map(countFailed);
    record({
      name: `Redis ${state}`,
      done: `${LENGTH_MS / 1_000} s before and during it, ${CLIENTS} clients, ${usual.times.length} and ${report.times.length} requests`,
      expected:
        'most answered without waiting for Redis, each instance counts for itself and says so once, back by itself',
      measured: `before ${timesOf(usual.times)}; during ${timesOf(report.times)}; ${failed.join(' + ')} failed; said ${times.join(', ')} times; counted together again after ${Math.round(back)} ms`,
    });
    expect(failed).toEqual([0, 0, 0]);
    expect(Math.max(...times)).toBeLessThanOrEqual(1);
    // Only the first requests wait, for as long as the timeout. Without it each would take as long as the fault, or 1.5 s longer.
    expect(medianOf(report.times) - medianOf(usual.times)).toBeLessThan(1_400);
  });
});
