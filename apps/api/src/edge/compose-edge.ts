// What happens to a connection and to a request between Node's HTTP server and the routes, in order.
import { METHODS } from 'node:http';
import cookie from '@fastify/cookie';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiKeyGuard, KeyUsageCounter } from '#libs/auth';
import { SessionGuard } from '#libs/backoffice-auth';
import type { Configuration } from '#libs/configuration';
import { EndpointRegistry } from '#libs/http';
import { logRequests, Metrics, sendRequestIds, Tracing } from '#libs/observability';
import { admit, ConnectionLimits, enforceDeadlines, InFlightRequests, RateLimitGuard, shedLoad } from '#libs/traffic';
import { observeConnections } from './client-errors.js';
import { compressAnswers } from './compression/compress-answers.js';
import { endConnections } from './connections.js';
import { allowCrossOrigin } from './cors.js';
import { drainBodies } from './drain-body.js';
import { guardBeforeBody } from './guard-before-body.js';
import { parseJsonBodies } from './json-body.js';
import { requireHost, standInForNode } from './malformed-requests.js';
import { omitLengthOfNotModified } from './not-modified.js';
import { sendSecurityHeaders } from './security-headers.js';

/** Largest body of a request that needs neither key nor session, in bytes. */
const PUBLIC_BODY_LIMIT = 16 * 1024;

/** What applies to each route as it is added: Nest adds those of the modules in `app.init`. */
export function prepareRoutes(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  // Every method meets the guards, also one that no route has.
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
}

/** Adds the hooks of the edge. It comes behind `app.init`, which sets the error handler. */
export async function composeEdge(app: NestFastifyApplication, configuration: Configuration): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  app.get(Tracing).observe(server);
  const requests = new InFlightRequests(server);

  // Connections.
  observeConnections(server, requests);
  app.get(ConnectionLimits).watch(server);
  endConnections(server, requests);
  standInForNode(server);

  // Time and slots: the deadline comes before what lets an answer wait.
  enforceDeadlines(server, requests, configuration.REQUEST_DEADLINE_MS);
  admit(server, requests, configuration);

  // Bodies.
  parseJsonBodies(server);
  drainBodies(server);

  // What is recorded of each request.
  sendRequestIds(server);
  logRequests(server);
  app.get(Metrics).observe(server);
  app.get(KeyUsageCounter).observe(server);

  // What each answer carries, and who may go on.
  sendSecurityHeaders(server);
  shedLoad(server, configuration);
  await server.register(cookie);
  await allowCrossOrigin(server, configuration, app.get(RateLimitGuard));
  guardBeforeBody(server, { api: app.get(ApiKeyGuard), admin: app.get(SessionGuard) }, app.get(EndpointRegistry));
  requireHost(server);
}
