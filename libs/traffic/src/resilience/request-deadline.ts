import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ServiceError, ServiceUnavailable } from '#libs/http';
import type { InFlightRequests } from '../in-flight-requests.js';
import { onWork } from '../work-phases.js';

/** How often it is looked for requests that take too long, in milliseconds. */
const INTERVAL_MS = 100;

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request is to be answered at the latest, by `performance.now()`; Infinity once it is, or while its body arrives. */
    deadline: number;
    /** What is left of its time then, in milliseconds. */
    timeLeft: number;
  }
}

/**
 * Answers a request with 503 that is not answered in time, whatever it waits for. The time in which a body arrives does not
 * count, and an answer that has begun goes on.
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

/** Answers a request that is still being handled. */
export function sendEarly(reply: FastifyReply, error: ServiceError): void {
  // The handler's own answer comes too late, which Fastify would warn of.
  reply.log = reply.log.child({}, { level: 'error' });
  void reply.send(error);
}
