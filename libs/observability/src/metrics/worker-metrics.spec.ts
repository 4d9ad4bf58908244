import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Channel } from '#libs/workers';
import { reportMetrics, readAllMetrics, WorkerMetrics } from './worker-metrics.js';

/** Time limit of the health check in apps/api, in milliseconds. */
const HEALTH_CHECK_MS = 2_000;

/** The two ends of the channel between the primary process and a worker, which has three metrics. */
function startWorker(metrics: WorkerMetrics, requests: number, lag = 0) {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'requests_total', help: 'Requests', registers }).inc(requests);
  new Gauge({ name: 'workers', help: 'Workers', registers }).set(1);
  new Gauge({ name: 'lag', help: 'Lag', registers, aggregator: 'average' }).set(lag);
  const handlers = [new Map<string, () => unknown>(), new Map<string, () => unknown>()];
  /** Passes once it responds. */
  let ready: Promise<unknown> = Promise.resolve();
  const end = (own: number) => ({
    handle: (request: string, handler: () => unknown) => handlers[own]?.set(request, handler),
    request: async (request: string, _data?: unknown, timeout?: number) => {
      if (own === 1) await withTimeout(timeout, ready);
      return handlers[1 - own]?.get(request)?.();
    },
  });
  const [worker, primary] = [end(0), end(1)];
  reportMetrics(worker as unknown as Channel, registry);
  metrics.add(primary as unknown as Channel);
  return {
    end: () => metrics.remove(primary as unknown as Channel),
    read: () => readAllMetrics(worker as unknown as Channel),
    respondAfter: (time: Promise<unknown>) => void (ready = time),
  };
}

async function withTimeout(timeout: number | undefined, response: Promise<unknown>): Promise<void> {
  const limit = sleep(timeout, 'late', { ref: false });
  if ((await Promise.race([response, limit])) === 'late') throw new Error('late');
}

describe('WorkerMetrics', () => {
  let metrics: WorkerMetrics;
  let one: ReturnType<typeof startWorker>;
  let other: typeof one;

  beforeEach(() => {
    metrics = new WorkerMetrics();
    one = startWorker(metrics, 3, 0.1);
    other = startWorker(metrics, 4, 0.5);
  });

  it('adds up the metrics of the workers, whichever is asked', async () => {
    for (const { read } of [one, other]) expect(await read()).toMatch(/^requests_total 7\n[^]*^workers 2\n/m);
  });

  it('shows the highest lag, and the start and the memory of the primary process', async () => {
    const text = await one.read();
    expect(text).toMatch(/^lag 0.5$/m);
    expect(text).toMatch(/^process_start_time_seconds \d+$/m);
    expect(text).toMatch(/^quiz_primary_process_resident_memory_bytes \d+$/m);
  });

  it('has the counters of workers that have ended', async () => {
    await one.read();
    one.end();
    other.end();
    metrics.countRestart();
    const text = await startWorker(metrics, 0).read();
    expect(text).toMatch(/^requests_total 7\n[^]*^workers 1\n/m);
    expect(text).toMatch(/^quiz_worker_restarts_total 1$/m);
  });

  it('counts a worker once that ends while another one responds', async () => {
    await one.read();
    let respond: () => void = () => undefined;
    one.respondAfter(new Promise<void>((resolve) => (respond = resolve)));
    const text = one.read();
    await sleep(5);
    other.end();
    respond();
    expect(await text).toMatch(/^requests_total 7\n[^]*^workers 1\n/m);
  });

  it('has only the last counters of a worker that does not respond', async () => {
    await one.read();
    other.respondAfter(new Promise(() => undefined));
    expect(await one.read()).toMatch(/^requests_total 7\n[^]*^workers 1\n/m);
  });

  it('waits for a worker whose health check finds that a dependency does not respond', async () => {
    other.respondAfter(sleep(HEALTH_CHECK_MS + 100));
    expect(await one.read()).toMatch(/^requests_total 7\n[^]*^workers 2\n/m);
  });
});
