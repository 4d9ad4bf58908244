import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';

/** Longest wait for the rest of a body, in milliseconds. */
const DRAIN_MS = 5_000;

/**
 * Lets a client that is still sending its body read the response. Bytes that arrive at a closed connection reset it, and the client
 * loses the response. The connection stays open, and Node drops the rest of the body, as long as a request may take. If the client
 * wants the connection to end, the rest is dropped before the response.
 * @param answer sends the response; it is not called if another response was sent in the meantime
 */
export function drainBody(reply: FastifyReply, answer: () => void): void {
  const { raw } = reply.request;
  const answerOnce = () => {
    if (!reply.raw.headersSent) answer();
  };
  if (raw.complete || raw.bodyError !== undefined) {
    answerOnce();
  } else if (reply.raw.shouldKeepAlive) {
    // Fastify would end the connection after a body that is too large.
    if (reply.hasHeader('connection')) void reply.header('connection', 'keep-alive');
    answerOnce();
  } else {
    // The response is sent even if the rest is late or never arrives.
    finished(raw.resume(), { writable: false, signal: AbortSignal.timeout(DRAIN_MS) }).then(answerOnce, answerOnce);
  }
}
