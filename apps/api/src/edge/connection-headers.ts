import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpErrors } from '#libs/http';

/**
 * Ends the connection after a request that offers an upgrade and has a body, such as those of Java's `HttpClient`: Node reads nothing
 * after that body (https://github.com/nodejs/node/pull/60016).
 */
export function closeAfterUpgrade({ headers }: FastifyRequest, reply: FastifyReply): void {
  const { upgrade, 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (upgrade !== undefined && (length ?? encoding) !== undefined) reply.raw.shouldKeepAlive = false;
}

/** `Host` of RFC 9112, 3.2: a name or an address, and a port. It may be empty. */
const HOST = /^([\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(:\d*)?$/i;

/**
 * Rejects a request whose `Host` is missing in HTTP/1.1, or is not one host. Node's `requireHostHeader` must be off, because its response
 * has no body, and `joinDuplicateHeaders` on, which joins two hosts with a comma and a space.
 */
export function requireHost({ raw: { httpVersion, headers } }: FastifyRequest): void {
  const { host = httpVersion === '1.1' ? undefined : '' } = headers;
  if (host === undefined || !HOST.test(host)) throw new httpErrors.MalformedRequest();
}
