import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '#libs/http';
import type { Metrics } from './metrics.js';

/** Measures requests by their route templates, so that ids create no series. */
export class RequestMetrics {
  private readonly duration;
  private readonly replays;

  constructor(metrics: Metrics) {
    this.duration = metrics.histogram(
      'http_request_duration_seconds',
      'Time from the arrival of a request to the end of its answer',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      ['method', 'route', 'status'],
    );
    this.replays = metrics.counter(
      'quiz_idempotent_replays_total',
      'Answers that repeated the first one to the same Idempotency-Key',
    );
  }

  /** Measures an answered request. */
  observe(request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status } = reply;
    const route = routeOf(request) ?? 'unknown';
    this.duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (status === 201 && reply.hasHeader('idempotency-replayed')) this.replays.inc();
  }
}
