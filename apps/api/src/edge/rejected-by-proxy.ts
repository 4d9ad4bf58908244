import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import { BASE_PATH, BodyTooLarge, HeadersTooLarge, MalformedRequest } from '#libs/http';
import type { Configuration } from '#libs/configuration';

/** The path to which a trusted proxy forwards what it rejects: `/rejected-by-proxy/<status>`, then the target that the client sent. */
const REJECTED = /^\/rejected-by-proxy\/(400|405|413|431)(?=\/|$)/;

/** The methods that routes have. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Lets a proxy in front of the service reject a request as the service itself would: counted once, checked in the usual order, with all
 * headers. The proxy sends the request's method and headers, without its body. Such a request gets an error, or the response to a
 * preflight. A client that sends the path itself through the proxy therefore bypasses no rule of the proxy.
 * @returns a function that returns the target of a request, and marks a request that was rejected. The path is an ordinary unknown one
 *   unless `PROXY_REJECTIONS` is `accepted` and the sender is a trusted proxy
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

/** @returns false if the service would not reject the request with this status */
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
