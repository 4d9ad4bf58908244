import type { FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import { interfaceOf, isUnder, Overloaded } from '#libs/http';
import { Pacer } from './pacer.js';

/** Health checks and metrics. */
const ALWAYS_ANSWERED = ['/health', '/metrics'];

/** Longest wait of a rejected request for its response, in milliseconds. */
const LONGEST_WAIT_MS = 1_000;

/**
 * Rejects the requests that were not admitted, before any work is done for them. Clients that retry immediately would fill the event loop
 * with rejections, and admitted requests need many of its turns: so rejections wait.
 */
export class LoadShedding {
  private readonly pacer: Pacer;

  constructor({ REQUEST_DEADLINE_MS }: Pick<Configuration, 'REQUEST_DEADLINE_MS'>) {
    // At the deadline they would be rejected without being counted.
    this.pacer = new Pacer(Math.min(LONGEST_WAIT_MS, REQUEST_DEADLINE_MS / 3));
  }

  /** Whether a request that was not admitted is answered with an error. */
  rejects({ isRejected, routeOptions: { url = '' } }: FastifyRequest): boolean {
    return isRejected && !ALWAYS_ANSWERED.some((prefix) => isUnder(prefix, url));
  }

  /**
   * Rejects a request that has arrived. One of the API or the backoffice is only delayed: its guard rejects it, with the state of
   * the rate limit.
   */
  async rejectAtArrival(request: FastifyRequest): Promise<void> {
    await this.turn();
    if (interfaceOf(request) === undefined) throw new Overloaded();
  }

  /** Rejects a request whose slot was taken by another one while its body arrived. */
  async rejectWithBody(): Promise<never> {
    await this.turn();
    throw new Overloaded();
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => this.pacer.wait(resolve));
  }
}
