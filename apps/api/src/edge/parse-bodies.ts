import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { jsonProblem } from './json-problem.js';
import { boundsOf, boundsProblem, httpErrors, ValidationFailed } from '#libs/http';

/** The limit of routes that no endpoint declares. */
const NO_BODY = boundsOf(undefined);

/** Methods whose bodies have no meaning (RFC 9110, 9.3.1, 9.3.2 and 9.3.5). */
const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE']);

/** Whether the body of the route is the bytes of a file. */
const takesFile = (request: FastifyRequest) => request.routeOptions.config.body?.type === Buffer;

const wrongType = (request: FastifyRequest) =>
  takesFile(request) ? new httpErrors.ContentTypeNotBinary() : new httpErrors.ContentTypeNotJson();

/**
 * Accepts bodies of JSON in UTF-8 only, and the bytes of files for routes that take one. Bodies without meaning are read up to the limit, as
 * proxies read them, and ignored.
 */
export function parseBodies(server: FastifyInstance): void {
  for (const method of ['GET', 'HEAD']) server.addHttpMethod(method, { hasBody: true, overrideExisting: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (takesFile(request)) {
      done(wrongType(request));
      return;
    }
    if (isEncoded(request)) {
      done(new httpErrors.ContentEncodingNotSupported());
      return;
    }
    if (!hasUtf8Charset(request)) {
      done(new httpErrors.CharsetNotSupported());
      return;
    }
    // The pipe rejects it where the endpoint needs a body.
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    const problem = boundsProblem(body, request.routeOptions.config.body?.bounds ?? NO_BODY);
    if (problem !== undefined) {
      done(new ValidationFailed([`body: ${problem}`]));
      return;
    }
    try {
      if (!isUtf8(body)) throw new httpErrors.InvalidJson();
      done(null, JSON.parse(body.toString('utf8')));
    } catch {
      done(new httpErrors.InvalidJson(jsonProblem(body)));
    }
  });
  server.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!takesFile(request)) done(wrongType(request));
    else if (isEncoded(request)) done(new httpErrors.ContentEncodingNotSupported());
    else done(null, body.length === 0 ? undefined : body);
  });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request, _body, done) => {
    done(METHODS_WITHOUT_BODY.has(request.method) ? null : wrongType(request));
  });
}

/** Makes Fastify read a body without meaning with the parser that ignores it, whatever its type. */
export function ignoreTypeOfUnusedBody({ raw: { headers }, method }: FastifyRequest): void {
  if (headers['content-type'] !== undefined && METHODS_WITHOUT_BODY.has(method)) delete headers['content-type'];
}

/** Limits the bodies of a route to what the largest valid one needs, or to what the endpoint declares. */
export function limitBody(route: RouteOptions): void {
  route.bodyLimit = (route.config?.body?.bounds ?? NO_BODY).bytes;
}

function hasUtf8Charset({ headers }: FastifyRequest): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  return /^utf-?8$/i.test(charset);
}

/** Whether a body is compressed, which the service does not support. */
function isEncoded({ headers }: FastifyRequest): boolean {
  const codings = headers['content-encoding']?.split(',') ?? [];
  return codings.some((coding) => !/^(identity)?$/i.test(coding.trim()));
}
