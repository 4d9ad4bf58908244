import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '../configuration/configuration.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on a request that arrives while the service has more to do than it can; the guards refuse it with 503. */
    isShed?: boolean;
  }
}

/**
 * Marks the requests that are too many, before anything is done for them: while as many as may be are under way, or while the
 * event loop is late. Those that are let in are answered in bounded time, and memory stays bounded.
 */
export async function shedLoad(
  server: FastifyInstance,
  { MAX_CONCURRENT_REQUESTS, MAX_EVENT_LOOP_DELAY_MS }: Configuration,
): Promise<void> {
  let underWay = 0;
  server.addHook('onRequest', (request, _reply, done) => {
    if (++underWay > MAX_CONCURRENT_REQUESTS) request.isShed = true;
    done();
  });
  server.addHook('onResponse', (_request, _reply, done) => {
    underWay--;
    done();
  });
  await server.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: (request) => {
      request.isShed = true;
    },
  });
}
