import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What is to be called when a connection is gone. */
const ends = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once when a request is over: it is answered, or its connection is gone. Fastify's onResponse is not called in the
 * second case, and the answer's `close` is not emitted where the answer waits behind others of its connection (pipelining).
 */
export function whenOver(
  { raw: { socket } }: FastifyRequest,
  { raw: answer }: FastifyReply,
  callBack: () => void,
): void {
  const waiting = ends.get(socket) ?? watch(socket);
  const end = () => {
    if (waiting.delete(end)) callBack();
  };
  waiting.add(end);
  answer.once('close', end);
}

function watch(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>();
  ends.set(socket, waiting);
  socket.once('close', () => {
    for (const end of waiting) end();
  });
  return waiting;
}
