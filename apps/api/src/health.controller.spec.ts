import type { Redis } from 'ioredis';
import type { Database } from '#libs/database';
import { Metrics } from '#libs/observability';
import { HealthController } from './health.controller.js';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

it('GET /health/ready: probes and scrapes share one check while a database hangs; later ones start another', async () => {
  const query = jest.fn<Promise<unknown[]>, []>(() => new Promise(() => undefined));
  const ping = jest.fn(() => Promise.resolve('PONG'));
  const metrics = new Metrics();
  const health = new HealthController({ query } as unknown as Database, { ping } as unknown as Redis, metrics);
  const probe = () => health.ready().catch((error: unknown) => (error as Error).message);
  const scrape = () => metrics.registry.getSingleMetricAsString('quiz_ready');

  const first = [probe(), probe()];
  const gauge = scrape();
  await jest.advanceTimersByTimeAsync(1_999);
  const late = probe();
  expect([query.mock.calls.length, ping.mock.calls.length]).toEqual([1, 1]);
  await jest.advanceTimersByTimeAsync(1);
  const notReady = 'Not ready: database not available';
  expect(await Promise.all([...first, late])).toEqual([notReady, notReady, notReady]);
  expect(await gauge).toMatch(/^quiz_ready 0$/m);

  query.mockResolvedValue([]);
  expect(await probe()).toEqual({ status: 'ok' });
  expect(await scrape()).toMatch(/^quiz_ready 1$/m);
  expect([query.mock.calls.length, ping.mock.calls.length]).toEqual([3, 3]);
});
