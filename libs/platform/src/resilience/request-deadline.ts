import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceUnavailable } from '../http/http.errors.js';
import { whenOver } from '../http/when-over.js';

/** How often it is looked for requests that take too long, in milliseconds. */
const INTERVAL_MS = 100;

/**
 * Answers a request with 503 that is not answered in time, whatever it waits for. The time in which a body arrives does not
 * count, and an answer that has begun goes on.
 * @param limit in milliseconds
 */
export function answerInTime(server: FastifyInstance, limit: number): void {
  /** When each request under way is to be answered at the latest. */
  const deadlines = new Map<FastifyReply, number>();
  /** What is left of the time of requests whose body is arriving. */
  const paused = new Map<FastifyReply, number>();
  const forget = (reply: FastifyReply) => {
    deadlines.delete(reply);
    paused.delete(reply);
  };

  server.addHook('onRequest', (request, reply, done) => {
    deadlines.set(reply, performance.now() + limit);
    whenOver(request, reply, () => forget(reply));
    done();
  });
  // An answer that waits for the rest of the body is an answer.
  server.addHook('onSend', (_request, reply, payload, done) => {
    forget(reply);
    done(null, payload);
  });
  server.addHook('preParsing', ({ raw }, reply, _payload, done) => {
    if (!raw.complete) {
      paused.set(reply, (deadlines.get(reply) ?? 0) - performance.now());
      deadlines.delete(reply);
    }
    done();
  });
  server.addHook('preValidation', (_request, reply, done) => {
    const left = paused.get(reply);
    if (left !== undefined) {
      paused.delete(reply);
      deadlines.set(reply, performance.now() + left);
    }
    done();
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [reply, deadline] of deadlines) {
      if (deadline > now) continue;
      deadlines.delete(reply);
      if (!reply.sent && !reply.raw.headersSent) refuse(reply);
    }
  }, INTERVAL_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
}

function refuse(reply: FastifyReply): void {
  // The handler's own answer comes too late, which Fastify would warn of.
  reply.log = reply.log.child({}, { level: 'error' });
  void reply.send(new ServiceUnavailable());
}
