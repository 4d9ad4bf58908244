import type { FastifyReply } from 'fastify';
import type { StoredReply } from './idempotency.js';

/** The answer to a request that has its effect once. */
export interface OnceReply {
  readonly reply: StoredReply;
  /** Whether it is the answer to an earlier request with the same key. */
  readonly replayed: boolean;
}

/** Sets the headers of the answer and gives its body, serialised as the first one was. */
export function sendOnce(response: FastifyReply, { reply, replayed }: OnceReply): string {
  void response.headers(reply.headers);
  if (replayed) void response.header('idempotency-replayed', 'true');
  return reply.body;
}
