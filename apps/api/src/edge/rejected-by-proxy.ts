import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import { BASE_PATH, BodyTooLarge, HeadersTooLarge, MalformedRequest } from '#libs/http';
import type { Configuration } from '#libs/configuration';

/** Where a trusted proxy hands on what it rejects: `/rejected-by-proxy/<its status>`, and behind it the target as the client sent it. */
const REJECTED = /^\/rejected-by-proxy\/(400|405|413|431)(?=\/|$)/;

/** The methods that routes have. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Lets a proxy in front of the service reject a request as the service itself would: counted once, judged in the usual order, with all
 * headers. The proxy sends the request's method and headers, without its body. Such a request gets an error, or the answer to a preflight,
 * whose body plays no part: a client whose proxy lets it ask for the path gets past no rule of that proxy.
 * @returns what tells the target of a request, and marks it where it was rejected. Where `PROXY_REJECTIONS` is not `accepted`, and for
 *   senders that are no trusted proxy, the path is one that nothing is served at
 */
export function readTargets({
  PROXY_REJECTIONS,
  TRUSTED_PROXIES,
}: Pick<Configuration, 'PROXY_REJECTIONS' | 'TRUSTED_PROXIES'>): (request: IncomingMessage) => string {
  const isTrusted = compile(PROXY_REJECTIONS === 'accepted' ? TRUSTED_PROXIES : []);
  return (request) => {
    const { url = '/', socket } = request;
    const [prefix, status] = REJECTED.exec(url) ?? [];
    if (prefix === undefined || !isTrusted(socket.remoteAddress ?? '', 0)) return url;
    return reject(request, status) ? url.slice(prefix.length) || BASE_PATH : url;
  };
}

/** @returns false where the service would not reject the request so */
function reject(request: IncomingMessage, status: string | undefined): boolean {
  switch (status) {
    case '405':
      return !METHODS.has(request.method ?? '');
    case '413':
      request.bodyError = { error: BodyTooLarge };
      return true;
    case '431':
      request.parseError = { error: HeadersTooLarge };
      return true;
    default:
      request.parseError = { error: MalformedRequest };
      return true;
  }
}
