import type { IncomingMessage, RequestListener } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Configuration } from '#libs/configuration';
import { routablePath } from '#libs/http';
import { requestIdOf } from '#libs/observability';
import type { ClosedConnections } from '#libs/traffic';
import { createHttpServer } from './http-server.js';
import { parseQuery } from './parse-query.js';

/** @param closedConnections is called when requests arrive */
export function createAdapter(
  configuration: Configuration,
  logger: Logger,
  closedConnections: () => ClosedConnections,
): FastifyAdapter {
  return new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (handler: RequestListener) =>
      createHttpServer(handler, (socket) => closedConnections().close(socket, 'pipelining')),
    return503OnClosing: false,
    trustProxy: configuration.TRUSTED_PROXIES.length > 0 ? configuration.TRUSTED_PROXIES : false,
    genReqId: requestIdOf,
    rewriteUrl: (request: IncomingMessage) => routablePath(request.url ?? '/'),
    // Ids of any length reach their route, which answers that they are unknown.
    routerOptions: { maxParamLength: 64 * 1024, querystringParser: parseQuery },
    skipMiddie: true,
  });
}
