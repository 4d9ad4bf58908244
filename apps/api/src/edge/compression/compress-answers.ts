import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify';
import { isStream } from '#libs/http';
import type { Metrics } from '#libs/observability';
import { isText } from '../is-text.js';
import { compressStream } from './compressors.js';
import { CompressedTexts } from './compressed-texts.js';
import { contentCodingFor } from './content-coding.js';

/** Shorter texts are not compressed, because they fit into a packet or two. In bytes. */
const THRESHOLD = 1_024;

/** Types of generated responses. Metrics are excluded, because they always differ. */
const TYPES = /^(?:application\/(?:json|javascript|x-ndjson)|text\/(?:csv|yaml))\b/;

/**
 * Compresses responses for clients that accept it.
 *
 * The length of a compressed response reveals what a secret in it has in common with text beside it that somebody else chose (BREACH,
 * https://breachattack.com). No response with a secret is compressed, by two rules: responses to writes, which show a secret once, are
 * not compressed, nor are the reads of the session itself, with its CSRF token, which are allowed before the second factor is set up.
 *
 * @returns a function that adds the compression to a route of reads
 */
export function compressAnswers(metrics: Metrics): (route: RouteOptions) => void {
  const texts = new CompressedTexts(metrics);

  const compress: onSendHookHandler = (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) {
      // The error of a stream that failed before any of it was sent.
      if (reply.statusCode >= 400) void reply.removeHeader('content-encoding');
      done(null, payload);
      return;
    }
    addVary(reply);
    const coding = contentCodingFor(request.headers['accept-encoding']);
    if (coding === undefined) {
      done(null, payload);
    } else if (isStream(payload)) {
      markAs(coding, reply);
      done(null, compressStream(payload, coding));
    } else if (reply.statusCode === 304 || !isText(payload)) {
      // 304 confirms the copy that the client has. Only one that was sent as it is has a strong tag.
      if (!hasStrongTag(request, reply)) weakenTag(reply);
      done(null, payload);
    } else if (Buffer.byteLength(payload) < THRESHOLD) {
      done(null, payload);
    } else {
      const send = (compressed: Buffer | undefined) => {
        if (compressed !== undefined) markAs(coding, reply);
        done(null, compressed ?? payload);
      };
      const compressed = texts.get(payload, coding);
      if (compressed instanceof Promise) compressed.then(send, done);
      else send(compressed);
    }
  };

  return (route) => {
    // Before the hook of Fastify that drops the body of a response to HEAD.
    if (mayBeCompressed(route)) route.onSend = [compress, ...[route.onSend ?? []].flat()];
  };
}

function mayBeCompressed({ method, config }: RouteOptions): boolean {
  const access = config?.access;
  return (method === 'GET' || method === 'HEAD') && !(access?.kind === 'session' && access.enrolling === true);
}

function isCompressible(reply: FastifyReply, payload: unknown): boolean {
  if (reply.statusCode === 304) return true;
  const type = String(reply.getHeader('content-type'));
  // Pages without a tag differ in their nonce.
  const isCommonPage = type.startsWith('text/html') && reply.hasHeader('etag');
  if (reply.statusCode !== 200 || !(TYPES.test(type) || isCommonPage)) return false;
  // A stream of known length is a file, which the build has compressed.
  return isText(payload) || (isStream(payload) && !reply.hasHeader('content-length'));
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  if (vary === undefined) void reply.header('vary', 'Accept-Encoding');
  else if (!/accept-encoding/i.test(String(vary))) void reply.header('vary', `${String(vary)}, Accept-Encoding`);
}

function markAs(coding: string, reply: FastifyReply): void {
  void reply.header('content-encoding', coding);
  weakenTag(reply);
}

/** Whether the client says that its copy has the strong tag. */
function hasStrongTag({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const tags = headers['if-none-match']?.split(',') ?? [];
  return tags.some((tag) => tag.trim() === reply.getHeader('etag'));
}

/** A strong tag is that of one sequence of bytes, and each coding has its own (RFC 9110, 8.8.3.3). */
function weakenTag(reply: FastifyReply): void {
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) void reply.header('etag', `W/${tag}`);
}
