// Nest runs guards after Fastify has read and parsed the body. A client without rights must not learn anything from a body, a path or
// an id, so these guards run in Fastify's first phase instead, for unknown paths too.
import type { CanActivate } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EndpointRegistry, httpErrors, interfaceOf, NotFound } from '#libs/http';

interface Guards {
  /** Resolves key, limit and rights for everything under the base URL. */
  api: CanActivate;
  /** Resolves the session for everything under the backoffice's interface. */
  admin: CanActivate;
}

const noEndpoint = () => undefined;

/** The route that guards see if no endpoint has the path. */
const NO_ENDPOINT = { controller: Object, handler: noEndpoint };

/**
 * @returns a function that lets the guards check a request
 * @throws MethodNotAllowed, NotFound, the error of a guard, or InsufficientPermissions if it returns false, as Nest does
 */
export function guardBeforeBody(
  guards: Guards,
  endpoints: EndpointRegistry,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const { access } = request.routeOptions.config;
    const name = interfaceOf(request);
    const guard = name && guards[name];
    if (guard !== undefined) {
      const { controller, handler } = (access && endpoints.find(access)) ?? NO_ENDPOINT;
      const context = new ExecutionContextHost([request, reply], controller, handler);
      if ((await guard.canActivate(context)) !== true) throw new httpErrors.InsufficientPermissions();
    }
    // The route of preflights matches OPTIONS on every path.
    if (access === undefined && (guard !== undefined || request.is404 || request.method === 'OPTIONS')) {
      const methods = endpoints.methodsOf(request.url);
      throw methods.length > 0 ? new httpErrors.MethodNotAllowed(methods) : new NotFound();
    }
  };
}
