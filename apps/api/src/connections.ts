import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends connections when the service closes: those that nothing is under way on at once, also where they are new or a request has
 * only begun to arrive, and the others behind their answer. Otherwise closing would wait for the clients to end them.
 */
export function endConnections(server: FastifyInstance): void {
  /** Answers under way, by their connection. */
  const connections = new Map<Socket, Set<ServerResponse>>();
  let isClosing = false;

  const endIfIdle = (socket: Socket) => {
    if (isClosing && connections.get(socket)?.size === 0) socket.destroySoon();
  };

  server.server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
    endIfIdle(socket);
  });
  server.addHook('onRequest', ({ raw: { socket } }, { raw: answer }, done) => {
    connections.get(socket)?.add(answer);
    answer.once('close', () => {
      connections.get(socket)?.delete(answer);
      endIfIdle(socket);
    });
    done();
  });
  server.addHook('preClose', (done) => {
    isClosing = true;
    for (const [socket, answers] of connections) {
      for (const answer of answers) if (!answer.headersSent) answer.setHeader('connection', 'close');
      endIfIdle(socket);
    }
    done();
  });
}
