import { hash } from 'node:crypto';
import type { onSendHookHandler, RouteOptions } from 'fastify';
import { isUnder, matchesEtag } from '#libs/http';
import { DOCS_PATH } from '../documentation/page.js';

/**
 * Gives a response the tag of its text, unless its handler gave it one, and answers 304 to a client that has the text already. The
 * handler runs for each request, so that the tag is that of the current text.
 */
const tagText: onSendHookHandler = (request, reply, payload, done) => {
  if (
    reply.statusCode !== 200 ||
    !(typeof payload === 'string' || Buffer.isBuffer(payload)) ||
    reply.hasHeader('etag')
  ) {
    done(null, payload);
    return;
  }
  const etag = `"${hash('sha256', payload, 'base64url').slice(0, 22)}"`;
  void reply.header('etag', etag);
  if (!matchesEtag(request.headers['if-none-match'], etag)) {
    done(null, payload);
    return;
  }
  void reply.status(304).removeHeader('content-type');
  // Fastify's hook for HEAD reads a property of the payload.
  done(null, request.method === 'HEAD' ? '' : null);
};

/** Adds the tags to a route of reads of the public API or of its documentation. It must follow the addition of the compression, which weakens tags. */
export function tagReads(route: RouteOptions): void {
  const kind = route.config?.access?.kind;
  const isRead = route.method === 'GET' || route.method === 'HEAD';
  const isTagged = kind === 'scope' || kind === 'key' || isUnder(DOCS_PATH, route.url);
  if (isRead && isTagged) route.onSend = [tagText, ...[route.onSend ?? []].flat()];
}

/** Leaves `Content-Length` out of a 304 to HEAD. Fastify sets it to 0, but only the length of the 200 may be there (RFC 9110, 8.6). */
export function omitLengthOfNotModified(route: RouteOptions): void {
  if (route.method !== 'HEAD') return;
  // After the hook of Fastify that sets it.
  route.onSend = [route.onSend ?? []].flat().concat((_request, reply, payload, done) => {
    if (reply.statusCode === 304) void reply.removeHeader('content-length');
    done(null, payload);
  });
}
