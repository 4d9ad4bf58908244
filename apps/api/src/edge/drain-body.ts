import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';

/** Longest wait for the rest of a body, in milliseconds. */
const DRAIN_MS = 5_000;

/**
 * Lets a client that is still sending its body read the answer: bytes that arrive at a closed connection reset it, and the answer
 * is lost. The connection is kept, and Node drops the rest of the body, for as long as a request may take; where the client wants
 * it to end, the rest is dropped before the answer.
 */
export function drainBodies(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, payload, done) => {
    const answer = () => {
      // While one answer waits for the rest of the body, another one may have been made: the first is the one.
      if (!reply.raw.headersSent) done(null, payload);
    };
    if (raw.complete || raw.bodyError !== undefined) {
      answer();
    } else if (reply.raw.shouldKeepAlive) {
      // Fastify would end it behind a body that is too large.
      if (reply.hasHeader('connection')) void reply.header('connection', 'keep-alive');
      answer();
    } else {
      // The answer goes out all the same where the rest is late or never comes.
      finished(raw.resume(), { writable: false, signal: AbortSignal.timeout(DRAIN_MS) }).then(answer, answer);
    }
  });
}
