import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ContentEncodingNotSupported, ContentTypeNotJson, InvalidJson } from './http.errors.js';

/** Largest request body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

/** Bodies are JSON in UTF-8 and nothing else; on DELETE a body means nothing and is not looked at. */
export function parseJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isEncoded(request)) {
      done(new ContentEncodingNotSupported());
      return;
    }
    try {
      if (!isUtf8(body)) throw new InvalidJson();
      done(null, JSON.parse(body.toString('utf8')));
    } catch {
      done(new InvalidJson());
    }
  });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request, _body, done) => {
    done(request.method === 'DELETE' ? null : new ContentTypeNotJson());
  });
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'DELETE') delete request.raw.headers['content-type'];
    done();
  });
}

/** Whether a body is compressed, which the service does not undo. */
function isEncoded({ headers }: FastifyRequest): boolean {
  const codings = headers['content-encoding']?.split(',') ?? [];
  return codings.some((coding) => !/^(identity)?$/i.test(coding.trim()));
}
