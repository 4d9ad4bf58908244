import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import { interfaceOf } from '#libs/http';
import type { RateLimitGuard } from '#libs/traffic';

const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'Location',
  'Idempotency-Replayed',
  'X-Request-Id',
].join(', ');

/** Cross-origin requests to the public API: from everywhere in development, from the listed origins in production. */
export async function allowCrossOrigin(
  server: FastifyInstance,
  configuration: Configuration,
  rateLimit: RateLimitGuard,
): Promise<void> {
  // A preflight is answered by the hook of @fastify/cors, needs no key and counts nothing.
  server.addHook('onRequest', (request, reply, done) => {
    if (!isPreflight(request) || !isPublicApi(request)) done();
    else rateLimit.showCount(request, reply).then(() => done(), done);
  });
  const options: FastifyCorsOptions = {
    origin: configuration.NODE_ENV === 'production' ? configuration.CORS_ORIGINS : '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['x-api-key', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  };
  const withoutPreflight = { ...options, preflight: false };
  const notAtAll = { origin: false };
  await server.register(cors, {
    delegator: (request, callback) => {
      const allowed = isPreflight(request) ? options : withoutPreflight;
      callback(null, isPublicApi(request) ? allowed : notAtAll);
    },
  });
}

function isPublicApi(request: FastifyRequest): boolean {
  return interfaceOf(request) === 'api';
}

function isPreflight({ method, headers, raw }: FastifyRequest): boolean {
  if (raw.parseError !== undefined) return false;
  return method === 'OPTIONS' && Boolean(headers.origin) && Boolean(headers['access-control-request-method']);
}
