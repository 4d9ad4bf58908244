import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import { interfaceOf } from '#libs/http';
import type { RateLimitGuard } from '#libs/traffic';

/** Headers of responses that pages of other origins may read. */
const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'ETag',
  'Location',
  'Idempotency-Replayed',
  'X-Request-Id',
  'X-Error-Code',
].join(', ');

/** Headers of responses to preflights, which browsers cache for ten minutes. Without `Content-Length` Safari waits for a body. */
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers': 'x-api-key, content-type, idempotency-key, if-match, if-none-match, x-player',
  'access-control-max-age': '600',
  'content-length': '0',
};

/**
 * Allows cross-origin requests to the public API (https://fetch.spec.whatwg.org/#http-cors-protocol): from everywhere in development,
 * from the listed origins in production.
 */
export class Cors {
  private readonly allowsAll: boolean;
  private readonly origins: ReadonlySet<string>;

  constructor(
    { NODE_ENV, CORS_ORIGINS }: Pick<Configuration, 'NODE_ENV' | 'CORS_ORIGINS'>,
    private readonly rateLimit: Pick<RateLimitGuard, 'showCount'>,
  ) {
    this.allowsAll = NODE_ENV !== 'production' || CORS_ORIGINS.includes('*');
    this.origins = new Set(CORS_ORIGINS);
  }

  isPreflight(request: FastifyRequest): boolean {
    const { method, headers } = request;
    if (method !== 'OPTIONS') return false;
    return Boolean(headers.origin) && Boolean(headers['access-control-request-method']) && isForApi(request);
  }

  /** Answers a preflight, which needs no key and counts for no rate limit. */
  async answerPreflight(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.rateLimit.showCount(request, reply);
    if (reply.sent) return;
    this.sendHeaders(request, reply);
    void reply.status(204).headers(PREFLIGHT_HEADERS).send();
  }

  /** Lets pages of the allowed origins read the response. Programs other than browsers send no `Origin`, and need no headers. */
  sendHeaders(request: FastifyRequest, reply: FastifyReply): void {
    void reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !isForApi(request)) return;
    if (this.allowsAll) void reply.header('access-control-allow-origin', '*');
    else if (this.origins.has(origin)) void reply.header('access-control-allow-origin', origin);
    void reply.header('access-control-expose-headers', EXPOSED_HEADERS);
  }
}

const isForApi = (request: FastifyRequest) => interfaceOf(request) === 'api';
