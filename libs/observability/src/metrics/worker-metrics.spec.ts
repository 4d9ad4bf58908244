import { Counter, Gauge, Registry } from 'prom-client';
import type { Channel } from '#libs/workers';
import { answerMetrics, readAllMetrics, WorkerMetrics } from './worker-metrics.js';

/** The two ends of the channel between the primary process and a worker, which has two metrics. */
function startWorker(metrics: WorkerMetrics, requests: number, workers = 1) {
  const registry = new Registry();
  new Counter({ name: 'requests_total', help: 'Requests', registers: [registry] }).inc(requests);
  new Gauge({ name: 'workers', help: 'Workers', registers: [registry] }).set(workers);
  const ends = [new Map<string, () => unknown>(), new Map<string, () => unknown>()];
  const end = (own: number) => ({
    hangs: false,
    answer: (question: string, handler: () => unknown) => ends[own]?.set(question, handler),
    ask(question: string) {
      return this.hangs ? new Promise(() => undefined) : Promise.resolve(ends[1 - own]?.get(question)?.());
    },
  });
  const [worker, primary] = [end(0), end(1)];
  answerMetrics(worker as unknown as Channel, registry);
  metrics.add(primary as unknown as Channel);
  return {
    channel: primary as unknown as Channel,
    read: () => readAllMetrics(worker as unknown as Channel),
    hang: () => (primary.hangs = true),
  };
}

describe('WorkerMetrics', () => {
  it('adds up the metrics of the workers, whichever is asked', async () => {
    const metrics = new WorkerMetrics();
    const [one, other] = [startWorker(metrics, 3), startWorker(metrics, 4)];
    for (const { read } of [one, other]) expect(await read()).toMatch(/^requests_total 7\n[^]*^workers 2\n/m);
  });

  it('keeps the counters of workers that have ended', async () => {
    const metrics = new WorkerMetrics();
    const [one, other] = [startWorker(metrics, 3), startWorker(metrics, 4)];
    await one.read();
    await metrics.remove(other.channel);
    metrics.countRestart();
    startWorker(metrics, 0);
    const text = await one.read();
    expect(text).toMatch(/^requests_total 7\n[^]*^workers 2\n/m);
    expect(text).toMatch(/^quiz_worker_restarts_total 1$/m);
  });

  it('has only the last counters of a worker that does not answer', async () => {
    const metrics = new WorkerMetrics();
    const [one, other] = [startWorker(metrics, 3), startWorker(metrics, 4)];
    await one.read();
    other.hang();
    expect(await one.read()).toMatch(/^requests_total 7\n[^]*^workers 1\n/m);
  });
});
