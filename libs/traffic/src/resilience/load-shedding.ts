import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import { ADMIN_PATH, interfaceOf, isUnder, Overloaded } from '#libs/http';
import { Pacer } from './pacer.js';

/** How long a refusal waits for its turn at most, in milliseconds. */
const LONGEST_WAIT_MS = 1_000;

/**
 * Refuses the requests that got no slot, before anything is done for them. What monitors ask for is answered all the same. The
 * guards refuse what is for them, with the state of the rate limit.
 */
export function shedLoad(
  server: FastifyInstance,
  { REQUEST_DEADLINE_MS }: Pick<Configuration, 'REQUEST_DEADLINE_MS'>,
): void {
  // Clients that ask again at once would fill the event loop with refusals, and what was let in needs many of its turns.
  // At the deadline they would be refused without being counted.
  const refusals = new Pacer(Math.min(LONGEST_WAIT_MS, REQUEST_DEADLINE_MS / 3));
  const isRefused = ({ isShed, routeOptions: { config, url = '' } }: FastifyRequest) =>
    isShed && (config.access?.kind !== 'public' || isUnder(ADMIN_PATH, url));

  server.addHook('onRequest', (request, _reply, done) => {
    if (!isRefused(request)) done();
    else refusals.wait(() => done(interfaceOf(request) === undefined ? new Overloaded() : undefined));
  });
  // All slots were taken while its body arrived.
  server.addHook('preValidation', (request, _reply, done) => {
    if (!isRefused(request)) done();
    else refusals.wait(() => done(new Overloaded()));
  });
}
