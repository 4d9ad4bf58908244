// Nest runs guards after Fastify has read and parsed the body. Nobody without rights may learn anything from a body, a path or
// an id, so the guards of the API run in Fastify's first hook instead, for unknown paths too.
import type { CanActivate } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointRegistry } from './endpoint-registry.js';
import { MethodNotAllowed, NotFound } from './http.errors.js';
import { ADMIN_PATH, BASE_PATH, decodedPath, isUnder } from './paths.js';

interface Guards {
  /** Resolves key, limit and rights for everything under the base URL. */
  api: CanActivate;
  /** Resolves the session for everything under the backoffice's interface. */
  admin: CanActivate;
}

/** What guards are told of a path that no endpoint has. */
const NO_ENDPOINT = { controller: Object, handler: guardBeforeBody };

export function guardBeforeBody(server: FastifyInstance, guards: Guards, endpoints: EndpointRegistry): void {
  server.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    const of = interfaceOf(request);
    const guard = of && guards[of];
    const { parseError } = request.raw;
    if (parseError !== undefined && of !== 'api') throw new parseError.refusal();
    if (guard !== undefined) {
      const { controller, handler } = (access && endpoints.find(access)) ?? NO_ENDPOINT;
      await guard.canActivate(new ExecutionContextHost([request, reply], controller, handler));
    }
    // Preflights are answered before; their route is for every path, and for nothing else.
    if (access === undefined && (guard !== undefined || request.is404 || request.method === 'OPTIONS')) {
      const methods = endpoints.methodsOf(decodedPath(request.url));
      throw methods.length > 0 ? new MethodNotAllowed(methods) : new NotFound();
    }
  });
}

/** Which interface a request is for, by its route, or by its path where it has none; undefined outside of both. */
export function interfaceOf(request: FastifyRequest): keyof Guards | undefined {
  switch (request.routeOptions.config.access?.kind) {
    case 'scope':
      return 'api';
    case 'session':
      return 'admin';
    case 'public':
      return undefined;
  }
  const path = decodedPath(request.url);
  if (isUnder(BASE_PATH, path)) return 'api';
  return isUnder(ADMIN_PATH, path) ? 'admin' : undefined;
}
