import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createPlayer } from '../../../test/support/factories.js';
import { captureLog } from '../../../test/support/log.js';
import { type Answer, sendRequest, sendConcurrently, having } from '../../../test/support/rate.js';
import { describeWithRedis, type RedisServer, startRedis } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';
import { startTcpProxy } from '../../../test/support/tcp-proxy.js';
import { until } from '../../../test/support/until.js';

describeWithRedis('two instances with one Redis', () => {
  const log = captureLog();
  let redis: RedisServer;
  let service: Service;
  let other: Service;
  let both: [string, string];

  beforeAll(async () => {
    redis = await startRedis();
    service = await startInstance({});
    other = await startInstance({ DATABASE_URL: service.databaseUrl });
    both = [service.url, other.url];
  });

  afterAll(async () => {
    await other.close();
    await service.close();
    await redis.stop();
  });

  const startInstance = (environment: Record<string, string>) =>
    startService({
      REDIS_URL: redis.url,
      RATE_LIMIT_REQUESTS: '100',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...environment,
    });

  let addresses = 0;
  const newAddress = () => `198.51.100.${++addresses}`;

  const said = (text: string) => log.filter((line) => line.includes(text)).length;

  /** Sends requests to both instances until each has logged a text once. */
  async function untilBothSay(text: string): Promise<void> {
    while (said(text) < 2) {
      await sendConcurrently(2, both, { address: newAddress() });
      await sleep(20);
    }
  }

  const remainingOf = (answers: Answer[]) => answers.map(({ remaining }) => Number(remaining)).sort((a, b) => b - a);

  it('serve exactly 100 of 300 concurrent requests, and count down together', async () => {
    const { key } = await createPlayer(service);
    const answers = await sendConcurrently(300, both, { key });
    const served = answers.filter(({ status }) => status === 200);
    expect([served.length, having(429, answers)]).toEqual([100, 200]);
    expect(remainingOf(served)).toEqual(Array.from({ length: 100 }, (_, index) => 99 - index));
    expect(said('Redis')).toBe(0);
  });

  it("apply a key's own limit together", async () => {
    const { key, keyId } = await createPlayer(service);
    await service.backoffice.call('PATCH', `/keys/${keyId}`, { rateLimit: 7 });
    const answers = await sendConcurrently(20, both, { key });
    const served = answers.filter(({ status }) => status === 200);
    expect([served.length, having(429, answers)]).toEqual([7, 13]);
    expect(remainingOf(served)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(new Set(answers.map(({ limit }) => limit))).toEqual(new Set(['7']));
  });

  it('count an address together, and keys separately', async () => {
    const address = newAddress();
    const [one, another] = [await createPlayer(service), await createPlayer(service)];
    expect(having(429, await sendConcurrently(130, both, { address }))).toBe(30);
    expect(remainingOf(await sendConcurrently(4, both, { address, key: one.key }))).toEqual([99, 98, 97, 96]);
    expect(remainingOf(await sendConcurrently(2, both, { address, key: another.key }))).toEqual([99, 98]);
  });

  it('show a preflight the remaining requests without counting it', async () => {
    const address = newAddress();
    const headers = { origin: 'https://quiz.example.com', 'access-control-request-method': 'GET' };
    const preflight = { method: 'OPTIONS', address, headers };
    expect(remainingOf(await sendConcurrently(4, both, preflight))).toEqual([100, 100, 100, 100]);
    await sendConcurrently(5, both, { address });
    expect(remainingOf(await sendConcurrently(2, both, preflight))).toEqual([95, 95]);
  });

  it('end a window together, at the announced time', async () => {
    const { key } = await createPlayer(service);
    const answers = await sendConcurrently(102, both, { key });
    expect(having(429, answers)).toBe(2);
    const [reset = NaN, ...others] = new Set(answers.map((answer) => answer.reset));
    expect(others).toEqual([]);
    expect(reset).toBeGreaterThanOrEqual(Math.ceil(Math.min(...answers.map(({ sentAt }) => sentAt)) / 1000) + 60);
    expect(reset).toBeLessThanOrEqual(Math.ceil(Math.min(...answers.map(({ receivedAt }) => receivedAt)) / 1000) + 60);
    const client = new Redis(redis.url);
    const names = await client.keys('*');
    // The newest window ends last.
    const ends = await Promise.all(names.map((name) => client.pexpiretime(name)));
    expect(Math.ceil(Math.max(...ends) / 1000)).toBe(reset);
    // The test does not wait for that.
    for (const name of names) await client.pexpire(name, 1_000);
    await client.quit();
    let next = await sendRequest(both[0], { key });
    for (; next.status === 429; next = await sendRequest(both[0], { key })) {
      expect(next.reset).toBeLessThanOrEqual(Math.ceil(next.receivedAt / 1000) + 1);
      expect(next.retryAfter).toBe('1');
      await sleep(50);
    }
    expect(next).toMatchObject({ status: 200, remaining: '99' });
    expect(await sendRequest(both[1], { key })).toMatchObject({ status: 200, remaining: '98' });
  });

  it.each<[string, () => unknown, () => unknown]>([
    ['is gone', () => redis.stop(), () => redis.start()],
    ['hangs', () => redis.freeze(), () => redis.thaw()],
  ])('count each for itself while Redis %s, say so once, and count together again after', async (_, end, begin) => {
    log.splice(0);
    await end();
    await untilBothSay('Redis is not available');
    const { key } = await createPlayer(service);
    const alone = [
      await sendConcurrently(130, [service.url], { key }),
      await sendConcurrently(120, [other.url], { key }),
    ] as const;
    expect(alone.map((answers) => [having(200, answers), having(429, answers)])).toEqual([
      [100, 30],
      [100, 20],
    ]);
    expect(said('this process counts for itself')).toBe(2);
    await begin();
    await untilBothSay('Redis is back');
    const { key: next } = await createPlayer(service);
    expect(having(200, await sendConcurrently(130, both, { key: next }))).toBe(100);
    expect([said('Redis is not available'), said('Redis is back')]).toEqual([2, 2]);
  });

  it('does not wait for a slow Redis, logs it once, and counts with the others once Redis is fast again', async () => {
    const proxy = await startTcpProxy(redis.url);
    const instance = await startInstance({
      DATABASE_URL: service.databaseUrl,
      REDIS_URL: proxy.url,
      REDIS_TIMEOUT_MS: '80',
    });
    try {
      const address = newAddress();
      log.splice(0);
      proxy.slow(60_000);
      for (let time = 0; time < 5; time++) {
        const answers = await sendConcurrently(20, [instance.url], { address });
        expect(Math.max(...answers.map(({ receivedAt, sentAt }) => receivedAt - sentAt))).toBeLessThan(30_000);
        expect(having(401, answers)).toBe(20);
      }
      expect(having(429, await sendConcurrently(20, [instance.url], { address }))).toBe(20);
      expect([said('no answer within 80 ms'), said('Redis is')]).toEqual([1, 1]);
      // Delayed responses come first on their connection, so another one is needed.
      proxy.slow(0);
      proxy.cut();
      proxy.mend();
      await until('Redis is back', async () => {
        await sendRequest(instance.url, { address });
        return said('Redis is back') === 1;
      });
    } finally {
      await instance.close();
      await proxy.close();
    }
  });

  it('counts for itself if Redis is too old, and logs it once', async () => {
    const old = await startRedis('--rename-command', 'PEXPIRETIME', '');
    log.splice(0);
    const instance = await startInstance({ DATABASE_URL: service.databaseUrl, REDIS_URL: old.url });
    try {
      const { key } = await createPlayer(service);
      const answers: Answer[] = [];
      // Long enough for several retries.
      for (let round = 0; round < 13; round++) {
        answers.push(...(await sendConcurrently(10, [instance.url], { key })));
        await sleep(120);
      }
      expect([having(200, answers), having(429, answers)]).toEqual([100, 30]);
      expect([said('Redis 7 or later is needed'), said('Redis')]).toEqual([1, 1]);
    } finally {
      await instance.close();
      await old.stop();
    }
  });

  it('start without Redis, count for themselves, and together once it is available', async () => {
    await redis.stop();
    log.splice(0);
    const late = await startInstance({ DATABASE_URL: service.databaseUrl, RATE_LIMIT_REQUESTS: '5' });
    try {
      expect(said('Redis is not available')).toBeGreaterThanOrEqual(1);
      const { key } = await createPlayer(service);
      expect(having(200, await sendConcurrently(8, [late.url], { key }))).toBe(5);
      await redis.start();
      const address = newAddress();
      while (said('Redis is back') === 0) {
        await sendRequest(late.url, { address });
        await sleep(20);
      }
      expect(having(200, await sendConcurrently(8, [late.url], { key }))).toBe(5);
    } finally {
      await late.close();
    }
  });
});
