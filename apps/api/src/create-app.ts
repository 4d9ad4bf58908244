// The one way to boot the service, for production and tests.
import { type IncomingMessage, METHODS, type RequestListener } from 'node:http';
import cookie from '@fastify/cookie';
import type { DynamicModule } from '@nestjs/common';
import { LogController } from 'fastify';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiKeyGuard, KeyUsageCounter } from '#libs/auth';
import { SessionGuard } from '#libs/backoffice-auth';
import {
  admit,
  enforceDeadlines,
  ClosedConnections,
  ConnectionLimits,
  RateLimitGuard,
  InFlightRequests,
  shedLoad,
} from '#libs/traffic';
import { BODY_LIMIT, parseJsonBodies } from './edge/json-body.js';
import { compressAnswers } from './edge/compression/compress-answers.js';
import type { Configuration } from '#libs/configuration';
import {
  createLogger,
  logRequests,
  Metrics,
  NestLogger,
  requestIdOf,
  sendRequestIds,
  Tracing,
} from '#libs/observability';
import { drainBodies } from './edge/drain-body.js';
import { EndpointRegistry, routablePath } from '#libs/http';
import { guardBeforeBody } from './edge/guard-before-body.js';
import { AppModule } from './app.module.js';
import { serveBackoffice } from './backoffice.js';
import { answerClientError, observeConnections } from './edge/client-errors.js';
import { endConnections } from './edge/connections.js';
import { allowCrossOrigin } from './edge/cors.js';
import { serveDocumentation } from './documentation.js';
import { createHttpServer } from './edge/http-server.js';
import { requireHost, standInForNode } from './edge/malformed-requests.js';
import { omitLengthOfNotModified } from './edge/not-modified.js';
import { readTargets } from './edge/rejected-by-proxy.js';
import { sendSecurityHeaders } from './edge/security-headers.js';

/** Largest body of a request that needs neither key nor session, in bytes. */
const PUBLIC_BODY_LIMIT = 16 * 1024;

/**
 * Builds the application with its database migrated and its routes declared; it listens once `listen` is called.
 * @param root what it consists of, the whole service unless told
 */
export async function createApp(
  configuration: Configuration,
  root: DynamicModule = AppModule.forRoot(configuration),
): Promise<NestFastifyApplication> {
  const logger = createLogger(configuration);
  const targetOf = readTargets(configuration);
  const adapter: FastifyAdapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (handler: RequestListener) =>
      createHttpServer(handler, (socket) => app.get(ClosedConnections).close(socket, 'pipelining')),
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false,
    trustProxy: configuration.TRUSTED_PROXIES.length > 0 ? configuration.TRUSTED_PROXIES : false,
    genReqId: requestIdOf,
    rewriteUrl: (request: IncomingMessage) => routablePath(targetOf(request)),
    clientErrorHandler: (error, socket) => answerClientError(adapter.getInstance(), error, socket),
    // An id of any length is one that no quiz has.
    routerOptions: { maxParamLength: 64 * 1024 },
    skipMiddie: true,
  });
  const app: NestFastifyApplication = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  try {
    await setUp(app, configuration);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function setUp(app: NestFastifyApplication, configuration: Configuration): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  // Every method meets the guards, also one that no route knows.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
  // Their bodies arrive from anybody, on as many connections as there may be.
  server.addHook('onRoute', (route) => {
    if (route.config?.access?.kind === 'public') route.bodyLimit = PUBLIC_BODY_LIMIT;
  });
  compressAnswers(server, app.get(Metrics));
  omitLengthOfNotModified(server);
  // Nest asks for it where a module configures middleware.
  server.decorate('use', () => {
    throw new Error('There is no middleware here: use a guard, an interceptor, or a hook of Fastify');
  });
  // First, because it sets the error handler: routes that are added before have Fastify's own.
  await app.init();
  app.get(Tracing).observe(server);
  const requests = new InFlightRequests(server);
  observeConnections(server, requests);
  app.get(ConnectionLimits).watch(server);
  endConnections(server, requests);
  standInForNode(server);
  parseJsonBodies(server);
  // Before what lets an answer wait.
  enforceDeadlines(server, requests, configuration.REQUEST_DEADLINE_MS);
  admit(server, requests, configuration);
  drainBodies(server);
  sendRequestIds(server);
  logRequests(server);
  app.get(Metrics).observe(server);
  app.get(KeyUsageCounter).observe(server);
  sendSecurityHeaders(server);
  shedLoad(server, configuration);
  await server.register(cookie);
  await allowCrossOrigin(server, configuration, app.get(RateLimitGuard));
  guardBeforeBody(server, { api: app.get(ApiKeyGuard), admin: app.get(SessionGuard) }, app.get(EndpointRegistry));
  requireHost(server);
  await serveBackoffice(server);
  await serveDocumentation(app);
  await server.ready();
}
