import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ServiceError, ServiceUnavailable } from '#libs/http';
import type { InFlightRequests } from '../in-flight-requests.js';
import { onWork } from '../work-phases.js';

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
 * @param limit in milliseconds
 */
export function enforceDeadlines(server: FastifyInstance, requests: InFlightRequests, limit: number): void {
  server.decorateRequest('deadline', Infinity);
  server.decorateRequest('timeLeft', limit);
  onWork(server, {
    begin: (request) => {
      if (request.deadline === Infinity) request.deadline = performance.now() + request.timeLeft;
    },
    end: (request) => {
      if (request.deadline !== Infinity) request.timeLeft = request.deadline - performance.now();
      request.deadline = Infinity;
    },
  });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const replies of requests.connections.values()) {
      for (const reply of replies) {
        if (reply.request.deadline > now) continue;
        reply.request.deadline = Infinity;
        if (!reply.sent && !reply.raw.headersSent) sendEarly(reply, new ServiceUnavailable());
      }
    }
  }, INTERVAL_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
}

/** Answers a request whose handler is still running. */
export function sendEarly(reply: FastifyReply, error: ServiceError): void {
  // Otherwise Fastify would warn of the handler's late response.
  reply.log = reply.log.child({}, { level: 'error' });
  void reply.send(error);
}
