import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import type { Metrics } from '#libs/observability';
import type { InFlightRequests } from '../in-flight-requests.js';
import { ConcurrencyLimit } from './concurrency-limit.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request has one of the slots of the service. */
    hasSlot: boolean;
    /** Whether the service has no slot for the request: it is rejected with 503, unless it is a health check or reads metrics. */
    isRejected: boolean;
  }
}

/**
 * Gives a slot to each request while the service works for it, and rejects a request that would wait too long. Clients that
 * are slow to send a body or to read a response occupy no slot.
 */
export class Admission {
  private readonly slots: ConcurrencyLimit;

  constructor(
    server: FastifyInstance,
    requests: InFlightRequests,
    metrics: Metrics,
    { MAX_QUEUE_WAIT_MS }: Pick<Configuration, 'MAX_QUEUE_WAIT_MS'>,
  ) {
    const slots = new ConcurrencyLimit(MAX_QUEUE_WAIT_MS);
    this.slots = slots;
    server.decorateRequest('hasSlot', false);
    server.decorateRequest('isRejected', false);
    // The client may have disconnected before the response.
    requests.onFinished(({ request }) => this.release(request, false));
    metrics.gauge('quiz_requests_in_flight', 'Requests that the service works for', [], (gauge) =>
      gauge.set(slots.count),
    );
  }

  /** Gives the request a slot or rejects it, unless that is done. */
  admit(request: FastifyRequest): void {
    if (request.hasSlot || request.isRejected) return;
    if (this.slots.isReached()) {
      request.isRejected = true;
    } else {
      request.hasSlot = true;
      this.slots.begin();
    }
  }

  /**
   * Takes the slot back, if the request has one.
   * @param isFinished whether it was served, which says something about the capacity
   */
  release(request: FastifyRequest, isFinished: boolean): void {
    if (!request.hasSlot) return;
    request.hasSlot = false;
    this.slots.end(isFinished);
  }
}
