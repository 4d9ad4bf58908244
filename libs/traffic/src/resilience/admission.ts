import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import type { InFlightRequests } from '../in-flight-requests.js';
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
export class Admission {
  private readonly delay = new EventLoopDelay();
  private readonly slots: number;
  private readonly longestDelay: number;
  private taken = 0;
  private settling: NodeJS.Timeout | undefined;

  constructor(server: FastifyInstance, requests: InFlightRequests, limits: Limits) {
    this.slots = limits.MAX_CONCURRENT_REQUESTS;
    this.longestDelay = limits.MAX_EVENT_LOOP_DELAY_MS;
    server.decorateRequest('hasSlot', false);
    server.decorateRequest('isRejected', false);
    // The client may have disconnected before the response.
    requests.onFinished(({ request }) => this.release(request));
  }

  /** Measures the delay of the event loop from now on. */
  start(): void {
    this.settling = setTimeout(() => this.delay.start(), SETTLING_MS).unref();
  }

  stop(): void {
    clearTimeout(this.settling);
    this.delay.stop();
  }

  /** Gives the request a slot, or marks it as rejected, unless it is either already. */
  admit(request: FastifyRequest): void {
    if (request.hasSlot || request.isRejected) return;
    const isLagging = this.delay.milliseconds > this.longestDelay;
    if (this.taken >= (isLagging ? Math.floor(this.slots * LAGGING_CAPACITY_RATIO) : this.slots)) {
      request.isRejected = true;
    } else if (request.raw.parseError === undefined) {
      // A message that could not be parsed needs no work, such as those of many connections that time out together.
      request.hasSlot = true;
      this.taken++;
    }
  }

  /** Takes the slot back, if the request has one. */
  release(request: FastifyRequest): void {
    if (!request.hasSlot) return;
    request.hasSlot = false;
    this.taken--;
  }
}
