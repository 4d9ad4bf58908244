// Everything that happens to a connection and a request between Node's HTTP server and the routes, in order.
import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fastifyCompress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyGuard, KeyUsageCounter } from '#libs/auth';
import { SessionGuard } from '#libs/backoffice-auth';
import type { Configuration } from '#libs/configuration';
import { EndpointRegistry } from '#libs/http';
import { logRequest, Metrics, Tracing } from '#libs/observability';
import {
  Acceptors,
  Admission,
  ConnectionLimits,
  InFlightRequests,
  LoadShedding,
  RateLimitGuard,
  RequestDeadlines,
} from '#libs/traffic';
import { ClientErrors } from './client-errors.js';
import { chooseCompression, completeCompression, COMPRESSION } from './compression.js';
import { closeAfterUpgrade, ConnectionCloser, requireHost } from './connections.js';
import { Cors } from './cors.js';
import { omitLengthOfNotModified, tagReads } from './entity-tags.js';
import { completeErrorCode } from './exception.filter.js';
import { guardBeforeBody } from './guard-before-body.js';
import { ignoreTypeOfUnusedBody, limitBody, parseBodies } from './parse-bodies.js';
import { preventSharedCaching, securityHeaders } from './security-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request has passed the guards. */
    hasPassedGuards: boolean;
  }
}

/**
 * Adds the hooks of the edge, one per phase of Fastify. Each lists what happens to a request in that phase. It must be done before
 * `app.init`, which adds the routes.
 */
export async function composeEdge(app: NestFastifyApplication, configuration: Configuration): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  acceptAllMethods(server);
  parseBodies(server);

  const tracing = app.get(Tracing);
  const metrics = app.get(Metrics);
  const keyUsage = app.get(KeyUsageCounter);
  const connectionLimits = app.get(ConnectionLimits);
  const acceptors = app.get(Acceptors);
  const requests = new InFlightRequests(server.server);
  const connectionCloser = new ConnectionCloser(server.server, requests);
  const deadlines = new RequestDeadlines(server, requests, configuration.REQUEST_DEADLINE_MS);
  const admission = new Admission(server, requests, metrics, configuration);
  const loadShedding = new LoadShedding(configuration);
  const rateLimit = app.get(RateLimitGuard);
  const clientErrors = new ClientErrors(requests, rateLimit, metrics, server.log);
  const cors = new Cors(configuration, rateLimit);
  const guard = guardBeforeBody({ api: app.get(ApiKeyGuard), admin: app.get(SessionGuard) }, app.get(EndpointRegistry));
  const sendSecurityHeaders = securityHeaders(configuration);

  metrics.observeProcess();
  connectionLimits.watch(server.server);
  // Fastify's own listener would send bodies of another form.
  server.server.removeAllListeners('clientError').on('clientError', (error: ConnectionError, socket: Socket) => {
    void clientErrors.answer(error, socket);
  });
  server.decorateRequest('hasPassedGuards', false);

  const logged = new WeakSet<FastifyReply>();
  // A client that disconnects before its response has ended still reads or changes something.
  requests.onFinished((reply) => logged.has(reply) || logRequest(reply.request, reply, true));

  /** The service works for a request from its arrival to its response, but not while its body arrives. */
  const beginWork = (request: FastifyRequest) => {
    connectionLimits.beginWork(request);
    deadlines.resume(request);
    if (connectionLimits.isExcess(request)) request.isRejected = true;
    admission.admit(request);
  };
  /** The service waits for the client: to send the rest of a body, or to read a response. */
  const endWork = (request: FastifyRequest, isFinished = false) => {
    connectionLimits.endWork(request);
    deadlines.pause(request);
    admission.release(request, isFinished);
  };

  /** @returns false if the request has been answered */
  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    requests.add(reply);
    beginWork(request);
    closeAfterUpgrade(request, reply);
    ignoreTypeOfUnusedBody(request);
    void reply.header('x-request-id', request.id);
    if (connectionLimits.isExcess(request)) void reply.header('connection', 'close');
    sendSecurityHeaders(request, reply);
    if (loadShedding.rejects(request)) {
      await loadShedding.rejectAtArrival(request);
      // The deadline may have answered it while it waited.
      if (reply.sent) return false;
    }
    if (cors.isPreflight(request)) {
      await cors.answerPreflight(request, reply);
      return false;
    }
    cors.sendHeaders(request, reply);
    await guard(request, reply);
    requireHost(request);
    request.hasPassedGuards = true;
    return true;
  };

  server.addHook('onRoute', (route) => {
    limitBody(route);
    chooseCompression(route);
  });
  await server.register(fastifyCompress, COMPRESSION);
  server.addHook('onRoute', (route) => {
    completeCompression(route);
    // It adds its hook before those of the compression, which weakens the tag.
    tagReads(route);
    omitLengthOfNotModified(route);
  });
  server.addHook('onRequest', (request, reply, done) => {
    tracing.startRequest(request, reply, () => {
      receive(request, reply).then((continues) => continues && done(), done);
    });
  });
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!request.raw.complete) endWork(request);
    done();
  });
  server.addHook('preValidation', (request, _reply, done) => {
    beginWork(request);
    if (loadShedding.rejects(request)) loadShedding.rejectWithBody().catch(done);
    else done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    // What a guard rejects takes little work, and after a 503 the database may still be working for the request.
    endWork(request, request.hasPassedGuards && reply.statusCode < 500);
    if (payload instanceof Readable) reply.raw.on('drain', () => endWork(request));
    preventSharedCaching(reply);
    completeErrorCode(reply);
    // Fastify would close the connection, and a client that is still sending its body could lose the response.
    if (reply.statusCode === 413 && reply.raw.shouldKeepAlive) void reply.header('connection', 'keep-alive');
    done(null, payload);
  });
  server.addHook('onResponse', (request, reply, done) => {
    connectionLimits.endRequest(request, reply);
    tracing.endRequest(request, reply);
    logged.add(reply);
    logRequest(request, reply);
    metrics.observeRequest(request, reply);
    keyUsage.count(request, reply);
    done();
  });

  server.addHook('onListen', (done) => {
    connectionLimits.logErrors(server.server);
    done();
  });
  server.addHook('preClose', async () => {
    connectionCloser.close();
    await acceptors.close();
  });
  server.addHook('onClose', async () => {
    deadlines.stop();
    // No response follows that would count another use.
    await keyUsage.writeLast();
  });

  // Preflights may be sent for every path. `receive` answers all requests to this route.
  server.options('*', (_request, reply) => reply.callNotFound());
  // Nest requires it if a module configures middleware.
  server.decorate('use', () => {
    throw new Error('There is no middleware here: use a guard, an interceptor, or a hook of Fastify');
  });
}

/** Lets requests of every method reach the guards, even if no route has the method. */
function acceptAllMethods(server: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
}
