import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Channel } from '#libs/workers';

type Metric = MetricObjectWithValues<MetricValue<string>>;

/** Names of the requests: of the primary process to a worker, and of a worker to the primary process. */
const OWN = 'own metrics';
const ALL = 'metrics of all workers';

/**
 * A worker that does not respond within this time, in milliseconds, has only counters in the metrics, as it last reported them. A health
 * check, of which `quiz_ready` is the result, takes 2 s if a dependency hangs.
 */
const TIMEOUT_MS = 3_000;

/** The same for the primary process, which waits for all workers. */
const TIMEOUT_OF_ALL_MS = 4_000;

/** Makes a worker report its metrics to the primary process. */
export function reportMetrics(primary: Channel, registry: Registry): void {
  primary.handle(OWN, async () => (await registry.getMetricsAsJSON()).map(showHighest));
}

/**
 * @returns the metrics of all workers, and of the primary process
 * @throws Error if the primary process does not respond. The metrics of this worker alone would look like a restart of all counters
 */
export const readAllMetrics = (primary: Channel) => primary.request<string>(ALL, undefined, TIMEOUT_OF_ALL_MS);

/** The metrics of an instance with several workers, in its primary process. */
export class WorkerMetrics {
  /** What each worker last reported. */
  private readonly workers = new Map<Channel, Metric[]>();
  /** Counters of workers that have ended: a sum without them would fall, which Prometheus takes for a restart from 0. */
  private ended = Promise.resolve<Metric[]>([]);
  private readonly registry = new Registry();
  private readonly restarts = new Counter({
    name: 'quiz_worker_restarts_total',
    help: 'Workers that were started because another one had ended',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'quiz_primary_' });
    const name = 'process_start_time_seconds';
    const help = 'Start of the instance, in seconds since 1970';
    new Gauge({ name, help, registers: [this.registry] }).set(Math.round(performance.timeOrigin / 1_000));
  }

  add(worker: Channel): void {
    this.workers.set(worker, []);
    worker.handle(ALL, () => this.read());
  }

  remove(worker: Channel): void {
    const last = countersOf(this.workers.get(worker) ?? []);
    this.workers.delete(worker);
    this.ended = this.ended.then((ended) => aggregate([ended, last]).getMetricsAsJSON());
  }

  countRestart(): void {
    this.restarts.inc();
  }

  private async read(): Promise<string> {
    await Promise.all([...this.workers.keys()].map((worker) => this.ask(worker)));
    // In one turn: a worker that ends in the meantime is in one of them, and not in both.
    const [ended, serving] = [this.ended, [...this.workers.values()]];
    return (await aggregate([await ended, ...serving]).metrics()) + (await this.registry.metrics());
  }

  private async ask(worker: Channel): Promise<void> {
    const metrics = await worker
      .request<Metric[]>(OWN, undefined, TIMEOUT_MS)
      .catch(() => countersOf(this.workers.get(worker) ?? []));
    if (this.workers.has(worker)) this.workers.set(worker, metrics);
  }
}

const aggregate = (metrics: Metric[][]) => AggregatorRegistry.aggregate(metrics);

/** The metrics that only grow. */
const countersOf = (metrics: Metric[]) => metrics.filter(({ type }) => GROWING.has(String(type)));
const GROWING = new Set(['counter', 'histogram']);

/** An average or a sum would hide a worker whose event loop lags, or whose memory grows. */
const showHighest = (metric: Metric): Metric =>
  metric.aggregator === 'average' || metric.name === 'process_resident_memory_bytes'
    ? { ...metric, aggregator: 'max' }
    : metric;
