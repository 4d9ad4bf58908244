import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import type { InFlightRequests } from '../in-flight-requests.js';
import { onWork } from '../work-phases.js';
import { EventLoopDelay } from './event-loop-delay.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request has one of the slots of the service. */
    hasSlot: boolean;
    /** Set on a request that got no slot: it is rejected with 503. */
    isRejected: boolean;
  }
}

type Limits = Pick<Configuration, 'MAX_CONCURRENT_REQUESTS' | 'MAX_EVENT_LOOP_DELAY_MS'>;

/** The start blocks the event loop, so the delay is measured from this time after it, in milliseconds. */
const SETTLING_MS = 1_000;

/** The share of the slots that is available while the event loop lags. Requests that have a slot are still served. */
const LAGGING_CAPACITY_RATIO = 1 / 5;

/**
 * Gives a slot to each request while the service works for it, and marks a request as rejected if all slots are taken. There are far
 * fewer slots while the event loop lags. Clients that are slow to send a body or to read a response occupy no slot.
 */
export function admit(
  server: FastifyInstance,
  requests: InFlightRequests,
  { MAX_CONCURRENT_REQUESTS, MAX_EVENT_LOOP_DELAY_MS }: Limits,
): void {
  const delay = new EventLoopDelay();
  let taken = 0;

  const begin = (request: FastifyRequest) => {
    if (request.hasSlot || request.isRejected) return;
    const isLagging = delay.milliseconds > MAX_EVENT_LOOP_DELAY_MS;
    const slots = isLagging ? Math.floor(MAX_CONCURRENT_REQUESTS * LAGGING_CAPACITY_RATIO) : MAX_CONCURRENT_REQUESTS;
    if (taken >= slots) {
      request.isRejected = true;
    } else if (request.raw.parseError === undefined) {
      // A message that could not be parsed needs no work, such as those of many connections that time out at once.
      request.hasSlot = true;
      taken++;
    }
  };
  const end = (request: FastifyRequest) => {
    if (!request.hasSlot) return;
    request.hasSlot = false;
    taken--;
  };

  server.decorateRequest('hasSlot', false);
  server.decorateRequest('isRejected', false);
  onWork(server, { begin, end });
  // The client has disconnected before the response.
  requests.onFinished(({ request }) => end(request));
  let settling: NodeJS.Timeout | undefined;
  server.addHook('onListen', (done) => {
    settling = setTimeout(() => delay.start(), SETTLING_MS).unref();
    done();
  });
  server.addHook('onClose', (_server, done) => {
    clearTimeout(settling);
    delay.stop();
    done();
  });
}
