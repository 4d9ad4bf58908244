import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import { BASE_PATH, BODY_LIMIT, HeadersTooLarge, MalformedRequest } from '#libs/platform';

/** Where a trusted proxy hands on what it rejects: `/rejected-by-proxy/<its status>`, and behind it the target as the client sent it. */
const REJECTED = /^\/rejected-by-proxy\/(400|405|413|431)(?=\/|$)/;

/**
 * Lets a proxy in front of the service reject a request as the service itself would: counted once, judged in the usual order, with all
 * headers. The proxy sends the request's method and headers, without its body.
 * @param proxies addresses and networks; from elsewhere the path is one that nothing is served at
 * @returns what tells the target of a request, and marks it where it was rejected
 */
export function readTargets(proxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = compile(proxies);
  return (request) => {
    const { url = '/', socket } = request;
    const [prefix, status] = REJECTED.exec(url) ?? [];
    if (prefix === undefined || !isTrusted(socket.remoteAddress ?? '', 0)) return url;
    if (status === '400') request.parseError = { refusal: MalformedRequest };
    if (status === '431') request.parseError = { refusal: HeadersTooLarge };
    // Only operations that take a body look at its size. Nothing marks 405: the service knows no method that a proxy does not.
    if (status === '413') request.headers['content-length'] = String(BODY_LIMIT + 1);
    return url.slice(prefix.length) || BASE_PATH;
  };
}
