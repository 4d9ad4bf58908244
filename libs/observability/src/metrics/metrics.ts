import { Inject, Injectable, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Aggregator, collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { httpErrors, routeOf, ServiceUnavailable } from '#libs/http';
import { type Channel, PRIMARY } from '#libs/workers';
import { reportMetrics, readAllMetrics } from './worker-metrics.js';

let ofProcess: Registry | undefined;

/** One set for all services of a process: the observers behind them never end, and hold on to the registry. */
function processMetrics(): Metric[] {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess.getMetricsAsArray() as unknown as Metric[];
}

/**
 * The service's metrics, for Prometheus. Modules register theirs here; a second call with the same name returns the same metric. Values of
 * labels are few and known from the code: never an id, a path or anything that a client sent.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  private readonly rejections = this.counter(
    'quiz_errors_total',
    'Requests that were answered with an error, by the class of the error',
    ['reason'],
  );

  private readonly requests = this.histogram(
    'http_request_duration_seconds',
    'Time from the arrival of a request to the end of its answer',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    ['method', 'route', 'status'],
  );

  private readonly replays = this.counter(
    'quiz_idempotent_replays_total',
    'Answers that repeated the first one to the same Idempotency-Key',
  );

  constructor(@Optional() @Inject(PRIMARY) private readonly primary?: Channel) {
    // Begins at 0, so that Prometheus sees the first one of a kind as an increase.
    for (const { name } of Object.values(httpErrors)) this.rejections.inc({ reason: name }, 0);
    this.gauge('quiz_workers', 'Processes that serve requests').set(1);
    if (primary !== undefined) reportMetrics(primary, this.registry);
  }

  /**
   * The metrics of the instance: of all its workers.
   * @throws ServiceUnavailable if the primary process does not respond
   */
  read(): Promise<string> {
    if (this.primary === undefined) return this.registry.metrics();
    return readAllMetrics(this.primary).catch(() => {
      throw new ServiceUnavailable();
    });
  }

  /** A counter. @param name ends in `_total` */
  counter<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    const registers = [this.registry];
    const known = this.registry.getSingleMetric(name) as Counter<Label> | undefined;
    return known ?? new Counter({ name, help, labelNames, registers });
  }

  /**
   * A gauge.
   * @param collect sets it whenever the metrics are read
   * @param aggregator makes one value of those of several workers
   */
  gauge<Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    collect?: (gauge: Gauge<Label>) => void | Promise<void>,
    aggregator: Aggregator = 'sum',
  ): Gauge<Label> {
    const options = { name, help, labelNames, aggregator, registers: [this.registry] };
    const known = this.registry.getSingleMetric(name) as Gauge<Label> | undefined;
    const gauge: Gauge<Label> = known ?? new Gauge({ ...options, ...(collect && { collect: () => collect(gauge) }) });
    return gauge;
  }

  /** A histogram. @param buckets upper bounds, in the unit at the end of the name */
  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Label[] = [],
  ): Histogram<Label> {
    const registers = [this.registry];
    const known = this.registry.getSingleMetric(name) as Histogram<Label> | undefined;
    return known ?? new Histogram({ name, help, buckets, labelNames, registers });
  }

  /** @returns a function that counts a look-up in the cache of this name */
  lookups(cache: string): (isHit: boolean) => void {
    const lookups = this.counter('quiz_cache_lookups_total', 'Look-ups in memory, and whether it was there', [
      'cache',
      'result',
    ]);
    const hits = lookups.labels({ cache, result: 'hit' });
    const misses = lookups.labels({ cache, result: 'miss' });
    for (const counter of [hits, misses]) counter.inc(0);
    return (isHit) => (isHit ? hits : misses).inc();
  }

  /** @param reason the name of the error's class */
  countError(reason: string): void {
    this.rejections.inc({ reason });
  }

  /** Measures an answered request by its route template, so that ids create no series. */
  observeRequest(request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status } = reply;
    const route = routeOf(request) ?? 'unknown';
    this.requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (status === 201 && reply.hasHeader('idempotency-replayed')) this.replays.inc();
  }

  /** Measures the process too: memory, processor time, event loop, garbage collection. */
  observeProcess(): void {
    for (const metric of processMetrics()) this.registry.registerMetric(metric);
  }
}
