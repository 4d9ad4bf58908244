import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import { ADMIN_PATH, interfaceOf, isUnder, Overloaded } from '#libs/http';
import { Pacer } from './pacer.js';

/** Longest wait of a rejected request for its response, in milliseconds. */
const LONGEST_WAIT_MS = 1_000;

/**
 * Rejects the requests that got no slot, before any work is done for them. Health checks and metrics are still answered. The
 * guards reject requests of the API, with the state of the rate limit.
 */
export function shedLoad(
  server: FastifyInstance,
  { REQUEST_DEADLINE_MS }: Pick<Configuration, 'REQUEST_DEADLINE_MS'>,
): void {
  // Clients that retry at once would fill the event loop with rejections, and admitted requests need many of its turns.
  // At the deadline they would be rejected without being counted.
  const pacer = new Pacer(Math.min(LONGEST_WAIT_MS, REQUEST_DEADLINE_MS / 3));
  const isToBeRejected = ({ isRejected, routeOptions: { config, url = '' } }: FastifyRequest) =>
    isRejected && (config.access?.kind !== 'public' || isUnder(ADMIN_PATH, url));

  server.addHook('onRequest', (request, _reply, done) => {
    if (!isToBeRejected(request)) done();
    else pacer.wait(() => done(interfaceOf(request) === undefined ? new Overloaded() : undefined));
  });
  // All slots were taken by the time its body had arrived.
  server.addHook('preValidation', (request, _reply, done) => {
    if (!isToBeRejected(request)) done();
    else pacer.wait(() => done(new Overloaded()));
  });
}
