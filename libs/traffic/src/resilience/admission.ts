import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import type { InFlightRequests } from '../in-flight-requests.js';
import { onWork } from '../work-phases.js';
import { EventLoopDelay } from './event-loop-delay.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request has one of the slots of the service. */
    hasSlot: boolean;
    /** Set on a request that got no slot: it is refused with 503. */
    isShed: boolean;
  }
}

type Limits = Pick<Configuration, 'MAX_CONCURRENT_REQUESTS' | 'MAX_EVENT_LOOP_DELAY_MS'>;

/** Starting holds the event loop up: its delay is measured from so long after it, in milliseconds. */
const SETTLING_MS = 1_000;

/** The part of the slots that there are while the event loop is late: requests that have one are still served. */
const PART_WHILE_LATE = 1 / 5;

/**
 * Gives a slot to each request while the service works for it, and marks those that are too many: all slots are taken, of which there
 * are far fewer while the event loop is late. Clients that are slow to send a body or to read an answer take no slot.
 */
export function admit(
  server: FastifyInstance,
  requests: InFlightRequests,
  { MAX_CONCURRENT_REQUESTS, MAX_EVENT_LOOP_DELAY_MS }: Limits,
): void {
  const delay = new EventLoopDelay();
  let taken = 0;

  const begin = (request: FastifyRequest) => {
    if (request.hasSlot || request.isShed) return;
    const isLate = delay.milliseconds > MAX_EVENT_LOOP_DELAY_MS;
    const slots = isLate ? Math.floor(MAX_CONCURRENT_REQUESTS * PART_WHILE_LATE) : MAX_CONCURRENT_REQUESTS;
    if (taken >= slots) {
      request.isShed = true;
    } else if (request.raw.parseError === undefined) {
      // What could not be read as a request, as of many connections that time out at once, is answered without any work.
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
  server.decorateRequest('isShed', false);
  onWork(server, { begin, end });
  // Its client is gone before it is answered.
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
