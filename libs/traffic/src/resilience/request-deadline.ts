import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceUnavailable } from '#libs/http';
import type { InFlightRequests } from '../in-flight-requests.js';

/** Interval of the check for overdue requests, in milliseconds. */
const INTERVAL_MS = 100;

declare module 'fastify' {
  interface FastifyRequest {
    /** The deadline of the request, by `performance.now()`; Infinity once it is answered, or while its body arrives. */
    deadline: number;
    /** The remaining time in that case, in milliseconds. */
    timeLeft: number;
  }
}

/**
 * Answers a request with 503 if it is not answered in time. The time until its body has arrived does not
 * count, and a response that has begun continues.
 */
export class RequestDeadlines {
  private readonly timer: NodeJS.Timeout;

  /** @param limit in milliseconds */
  constructor(
    server: FastifyInstance,
    private readonly requests: InFlightRequests,
    limit: number,
  ) {
    server.decorateRequest('deadline', Infinity);
    server.decorateRequest('timeLeft', limit);
    this.timer = setInterval(() => this.answerOverdue(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The request's time runs from now on. */
  resume(request: FastifyRequest): void {
    if (request.deadline === Infinity) request.deadline = performance.now() + request.timeLeft;
  }

  /** The request's time stands still until it is resumed. */
  pause(request: FastifyRequest): void {
    if (request.deadline !== Infinity) request.timeLeft = request.deadline - performance.now();
    request.deadline = Infinity;
  }

  private answerOverdue(): void {
    const now = performance.now();
    for (const replies of this.requests.connections.values()) {
      for (const reply of replies) {
        if (reply.request.deadline > now) continue;
        reply.request.deadline = Infinity;
        if (!reply.sent && !reply.raw.headersSent) rejectOverdue(reply);
      }
    }
  }
}

/** Answers a request whose handler is still running. */
function rejectOverdue(reply: FastifyReply): void {
  // Otherwise Fastify would warn of the handler's late response.
  reply.log = reply.log.child({}, { level: 'error' });
  void reply.send(new ServiceUnavailable());
}
