import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Limit of requests of a connection that wait behind the one being processed. */
const MAX_WAITING = 16;

/**
 * Processes the requests of a connection one after the other, each once the response before it has been sent. Node
 * would process all pipelined requests concurrently, and buffer all their responses for a client that does not read.
 * @param onTooMany is called with a connection on which too many requests wait
 */
export function inTurn(process: RequestListener, onTooMany: (socket: Socket) => void): RequestListener {
  const waiting = new WeakMap<Socket, number>();

  return (request, response) => {
    // Node assigns the connection to one response at a time.
    if (response.socket !== null) {
      process(request, response);
      return;
    }
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_WAITING) {
      onTooMany(socket);
      return;
    }
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      process(request, response);
    });
  };
}
