import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Takes the `X-Request-Id` that a client sent, where it is one that a log can hold, or makes one. */
export function requestIdOf(message: Pick<IncomingMessage, 'headers'>): string {
  const sent = message.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) && !sent.includes('qk_') ? sent : randomUUID();
}

/** Tells each client the id under which the log has its request. */
export function sendRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
}
