import type { RouteOptions } from 'fastify';

/** Leaves `Content-Length` out of a 304 to HEAD. Fastify sets it to 0, but only the length of the 200 may be there (RFC 9110, 8.6). */
export function omitLengthOfNotModified(route: RouteOptions): void {
  if (route.method !== 'HEAD') return;
  // After the hook of Fastify that sets it.
  route.onSend = [route.onSend ?? []].flat().concat((_request, reply, payload, done) => {
    if (reply.statusCode === 304) void reply.removeHeader('content-length');
    done(null, payload);
  });
}
