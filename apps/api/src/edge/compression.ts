import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';
import type { onSendHookHandler, RouteOptions } from 'fastify';

/** Larger texts are compressed in threads, as streams, because compressing 64 KiB takes two milliseconds. In bytes. */
const SYNC_THRESHOLD = 64 * 1024;

/** A window of 256 KiB limits the memory of a compressor. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Compressed parts of a file are sent immediately, because proxies wait only for a limited time for the next part of a response. */
export const COMPRESSION: FastifyCompressOptions = {
  encodings: ['br', 'gzip', 'identity'],
  globalDecompression: false,
  customTypes: /^(?:text\/|application\/(?:json|x-ndjson)\b)/,
  syncThreshold: SYNC_THRESHOLD,
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH, params: BROTLI },
};

/**
 * Turns the compression off for a route whose responses may hold a secret, and for one that is no endpoint and does not ask for it.
 *
 * The length of a compressed response reveals what a secret in it has in common with text beside it that somebody else chose (BREACH,
 * https://breachattack.com). Therefore responses to writes, which show a secret once, are not compressed, nor are those of endpoints
 * with `secret`.
 */
export function chooseCompression(route: RouteOptions): void {
  const { method, config } = route;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || config?.access === undefined || config.secret === true) route.compress ??= false;
}

/** Adds what @fastify/compress leaves out to a route that it has just added its hook to. */
export function completeCompression(route: RouteOptions): void {
  if (route.compress === false) return;
  const hooks = [route.onSend ?? []].flat();
  // Before Fastify's hook that drops the body of a response to HEAD, and counts its bytes.
  route.onSend = [prepare, ...hooks.splice(-1), weakenTag, ...hooks];
}

const prepare: onSendHookHandler = (_request, reply, payload, done) => {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!vary.includes('accept-encoding'))
    void reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`);
  // The error of a stream that failed before any of it was sent.
  if (reply.statusCode >= 400) void reply.removeHeader('content-encoding');
  done(null, payload);
};

/**
 * A strong tag is that of one sequence of bytes, so that a compressed response has a weak one (RFC 9110, 8.8.3.3). 304 has the tag in the
 * form in which the client has it.
 */
const weakenTag: onSendHookHandler = (request, reply, payload, done) => {
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) {
    const isKnownAsWeak = reply.statusCode === 304 && request.headers['if-none-match']?.includes(`W/${tag}`) === true;
    if (isKnownAsWeak || reply.hasHeader('content-encoding')) void reply.header('etag', `W/${tag}`);
  }
  done(null, payload);
};
