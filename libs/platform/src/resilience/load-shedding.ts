import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '../configuration/configuration.js';
import type { RequestsUnderWay } from '../http/requests-under-way.js';
import { Pace } from './pace.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on a request that arrives while the service has more to do than it can; the guards refuse it with 503. */
    isShed?: boolean;
    /** Set on a request that is let in, and counts until it is over. */
    isLetIn?: boolean;
  }
}

/** How often the delay of the event loop is looked at, in milliseconds. */
const SAMPLE_MS = 1_000;

/** Starting holds the event loop up, and the delay is that of the last second. */
const SETTLING_MS = 2 * SAMPLE_MS;

/** How long a refusal waits for its turn at most, in milliseconds. */
const LONGEST_WAIT_MS = 1_000;

/** What may be under way while the event loop is late, as a part of what may be otherwise: who is let in is still served. */
const PART_WHILE_LATE = 1 / 5;

/**
 * Marks the requests that are too many, before anything is done for them: where as many as may be are under way, and far fewer
 * may be while the event loop is late. Those that are let in are answered in bounded time, and memory stays bounded.
 */
export async function shedLoad(
  server: FastifyInstance,
  requests: RequestsUnderWay,
  { MAX_CONCURRENT_REQUESTS, MAX_EVENT_LOOP_DELAY_MS, REQUEST_DEADLINE_MS }: Configuration,
): Promise<void> {
  /** Requests under way that were let in. */
  let underWay = 0;
  requests.onOver(({ request }) => {
    if (request.isLetIn) underWay--;
  });
  // Clients that ask again at once would fill the event loop with refusals, and what was let in needs many of its turns.
  // At the deadline they would be refused without being counted.
  const refusals = new Pace(Math.min(LONGEST_WAIT_MS, REQUEST_DEADLINE_MS / 3));
  let isSettled = false;
  server.addHook('onListen', (done) => {
    setTimeout(() => (isSettled = true), SETTLING_MS).unref();
    done();
  });
  await server.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    sampleInterval: SAMPLE_MS,
    pressureHandler: (request, _reply, _type, delay) => {
      // Infinity says that nothing was measured between two looks: the delay was as long as that, and not for ever.
      const isLate = delay !== Infinity || MAX_EVENT_LOOP_DELAY_MS < SAMPLE_MS;
      const most = Math.floor(MAX_CONCURRENT_REQUESTS * PART_WHILE_LATE);
      if (isSettled && isLate && underWay >= most) request.isShed = true;
    },
  });
  server.addHook('onRequest', (request, _reply, done) => {
    if (underWay >= MAX_CONCURRENT_REQUESTS) request.isShed = true;
    if (!request.isShed) {
      request.isLetIn = true;
      underWay++;
    }
    // What monitors ask for is answered at once.
    if (request.isShed && request.routeOptions.config.access?.kind !== 'public') refusals.wait(done);
    else done();
  });
}
