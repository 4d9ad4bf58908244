import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/**
 * Requests whose response is not sent and whose connection is open. Fastify does not call onResponse if the connection is
 * closed, and Node does not emit `close` on a response that waits behind others of its connection (pipelining).
 */
export class InFlightRequests {
  /** By connection: one set of all requests would cost half as much as the rest of a request. */
  readonly connections = new Map<Socket, Set<FastifyReply>>();
  private readonly listeners: ((reply: FastifyReply) => void)[] = [];

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => this.watch(socket));
  }

  add(reply: FastifyReply): void {
    const { socket } = reply.request.raw;
    const replies = this.connections.get(socket) ?? this.watch(socket);
    replies.add(reply);
    reply.raw.once('close', () => {
      if (replies.delete(reply)) this.notify(reply);
    });
  }

  /** Calls back for each request once it is finished. */
  onFinished(listener: (reply: FastifyReply) => void): void {
    this.listeners.push(listener);
  }

  private watch(socket: Socket): Set<FastifyReply> {
    const replies = new Set<FastifyReply>();
    this.connections.set(socket, replies);
    socket.once('close', () => {
      this.connections.delete(socket);
      for (const reply of replies) {
        replies.delete(reply);
        this.notify(reply);
      }
    });
    return replies;
  }

  private notify(reply: FastifyReply): void {
    for (const listener of this.listeners) listener(reply);
  }
}
