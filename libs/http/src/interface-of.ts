import type { FastifyRequest } from 'fastify';
import { ADMIN_PATH, BASE_PATH, decodedPath, isUnder } from './paths.js';

/** The interface that a request is for: by its route or, without one, by its path. Undefined outside both interfaces. */
export function interfaceOf(request: FastifyRequest): 'api' | 'admin' | undefined {
  switch (request.routeOptions.config.access?.kind) {
    case 'scope':
    case 'key':
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
