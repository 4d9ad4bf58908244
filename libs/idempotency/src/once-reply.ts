import type { FastifyReply } from 'fastify';
import type { StoredReply } from './idempotency.js';

/** The response to a request that takes effect once. */
export interface OnceReply {
  readonly reply: StoredReply;
  /** Whether it is the response to an earlier request with the same key. */
  readonly replayed: boolean;
}

/** Sets the headers of the response, and returns its body in the serialised form of the first one. */
export function sendOnce(response: FastifyReply, { reply, replayed }: OnceReply): string {
  void response.headers(reply.headers);
  if (replayed) void response.header('idempotency-replayed', 'true');
  return reply.body;
}
