import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of a connection may wait behind the one that is processed. */
const MAX_WAITING = 16;

/**
 * Processes the requests of a connection one after the other, each once the answer before it has been taken by the client's side. Node
 * would process all that arrive in one piece at once (pipelining), and hold all their answers for a client that reads none.
 * @param onTooMany is called with a connection on which more requests wait than a client needs
 */
export function inTurn(process: RequestListener, onTooMany: (socket: Socket) => void): RequestListener {
  const waiting = new WeakMap<Socket, number>();

  return (request, response) => {
    // Node gives the connection to one answer at a time.
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
