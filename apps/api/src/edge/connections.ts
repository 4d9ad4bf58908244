import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { HealthController } from '../health.controller.js';
import type { InFlightRequests } from '#libs/traffic';

/**
 * Lets load balancers leave this instance before it stops: it says that it is not ready, goes on serving, and asks each
 * client to end its connection, so that none is idle when the service closes.
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
 * Ends connections when the service closes: those that nothing is under way on at once, also where they are new or a request has
 * only begun to arrive, and the others behind their answer. Otherwise closing would wait for the clients to end them.
 */
export function endConnections(server: FastifyInstance, requests: InFlightRequests): void {
  let isClosing = false;

  const endIfIdle = (socket: Socket) => {
    if (isClosing && requests.connections.get(socket)?.size === 0) socket.destroySoon();
  };

  server.server.on('connection', endIfIdle);
  requests.onFinished(({ request }) => endIfIdle(request.raw.socket));
  server.addHook('preClose', (done) => {
    isClosing = true;
    for (const [socket, replies] of requests.connections) {
      for (const { raw: answer } of replies) if (!answer.headersSent) answer.setHeader('connection', 'close');
      endIfIdle(socket);
    }
    done();
  });
}
