import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, Counter, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import type { Channel } from '#libs/workers';

type Metric = MetricObjectWithValues<MetricValue<string>>;

/** Names of the questions: of the primary to a worker, and of a worker to the primary. */
const OWN = 'own metrics';
const ALL = 'metrics of all workers';

/** A worker that does not answer within this time, in milliseconds, has only counters in the metrics, as it last reported them. */
const TIMEOUT_MS = 2_000;

/** Makes a worker report its metrics to the primary process. */
export function answerMetrics(primary: Channel, registry: Registry): void {
  primary.answer(OWN, () => registry.getMetricsAsJSON());
}

/** @returns the metrics of all workers, and of the primary process */
export const readAllMetrics = (primary: Channel) => primary.ask<string>(ALL);

/** The metrics of an instance with several workers, in its primary process. */
export class WorkerMetrics {
  /** What each worker last reported. */
  private readonly workers = new Map<Channel, Metric[]>();
  /** Counters of workers that have ended: a sum without them would fall, which Prometheus takes for a restart from 0. */
  private ended: Metric[] = [];
  private readonly registry = new Registry();
  private readonly restarts = new Counter({
    name: 'quiz_worker_restarts_total',
    help: 'Workers that were started because another one had ended',
    registers: [this.registry],
  });

  add(worker: Channel): void {
    this.workers.set(worker, []);
    worker.answer(ALL, () => this.read());
  }

  async remove(worker: Channel): Promise<void> {
    const last = this.workers.get(worker) ?? [];
    this.workers.delete(worker);
    this.ended = await aggregate([this.ended, countersOf(last)]).getMetricsAsJSON();
  }

  countRestart(): void {
    this.restarts.inc();
  }

  private async read(): Promise<string> {
    const reported = await Promise.all([...this.workers.keys()].map((worker) => this.ask(worker)));
    return (await aggregate([this.ended, ...reported]).metrics()) + (await this.registry.metrics());
  }

  private async ask(worker: Channel): Promise<Metric[]> {
    const answer = worker.ask<Metric[]>(OWN).catch(() => undefined);
    const metrics = await Promise.race([answer, sleep(TIMEOUT_MS, undefined, { ref: false })]);
    if (metrics === undefined) return countersOf(this.workers.get(worker) ?? []);
    if (this.workers.has(worker)) this.workers.set(worker, metrics);
    return metrics;
  }
}

const aggregate = (metrics: Metric[][]) => AggregatorRegistry.aggregate(metrics);

/** The metrics that only grow. */
const countersOf = (metrics: Metric[]) => metrics.filter(({ type }) => GROWING.has(String(type)));
const GROWING = new Set(['counter', 'histogram']);
