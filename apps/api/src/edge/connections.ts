import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpErrors } from '#libs/http';
import { HealthController } from '../health.controller.js';
import type { InFlightRequests } from '#libs/traffic';

/**
 * Lets load balancers leave this instance before it stops. The instance reports that it is not ready, continues to serve, and asks each
 * client to end its connection, so that no connection is idle when the service closes.
 */
export async function drain(app: NestFastifyApplication, seconds: number): Promise<void> {
  if (seconds === 0) return;
  app.get(HealthController).stop();
  app.getHttpServer().prependListener('request', (_request, answer: ServerResponse) => {
    answer.setHeader('connection', 'close');
  });
  await sleep(seconds * 1_000);
}

/**
 * Ends connections when the service closes: idle ones immediately, the others after their response. Otherwise the
 * service would wait for the clients to end them.
 */
export class ConnectionCloser {
  private isClosing = false;

  constructor(
    server: Server,
    private readonly requests: InFlightRequests,
  ) {
    server.on('connection', (socket: Socket) => this.endIfIdle(socket));
    requests.onFinished(({ request }) => this.endIfIdle(request.raw.socket));
  }

  close(): void {
    this.isClosing = true;
    for (const [socket, replies] of this.requests.connections) {
      for (const { raw: response } of replies) if (!response.headersSent) response.setHeader('connection', 'close');
      this.endIfIdle(socket);
    }
  }

  private endIfIdle(socket: Socket): void {
    if (this.isClosing && this.requests.connections.get(socket)?.size === 0) socket.destroySoon();
  }
}

/**
 * Ends the connection after a request that offers an upgrade and has a body, such as those of Java's `HttpClient`: Node reads nothing
 * after that body (https://github.com/nodejs/node/pull/60016).
 */
export function closeAfterUpgrade({ headers }: FastifyRequest, reply: FastifyReply): void {
  const { upgrade, 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (upgrade !== undefined && (length ?? encoding) !== undefined) reply.raw.shouldKeepAlive = false;
}

/** `Host` of RFC 9112, 3.2: a name or an address, and a port. It may be empty. */
const HOST = /^([\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(:\d*)?$/i;

/**
 * Rejects a request whose `Host` is missing in HTTP/1.1, or is not one host. Node's `requireHostHeader` must be off, because its response
 * has no body, and `joinDuplicateHeaders` on, which joins two hosts with a comma and a space.
 */
export function requireHost({ raw: { httpVersion, headers } }: FastifyRequest): void {
  const { host = httpVersion === '1.1' ? undefined : '' } = headers;
  if (host === undefined || !HOST.test(host)) throw new httpErrors.MalformedRequest();
}
