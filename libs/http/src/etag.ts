// Entity tags of requests (RFC 9110, 8.8.3).
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ValidationFailed } from './http.errors.js';

export const INVALID_IF_MATCH = 'If-Match: must be an ETag in its quotes, such as "1-k0p3x9", a list of them, or *';

/** The parameter of a handler with the header `If-Match`; undefined without one. @throws ValidationFailed if it has no entity tag */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  checkedIfMatch(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

export function checkedIfMatch(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '*' || entityTags(header).length > 0) return header;
  throw new ValidationFailed([INVALID_IF_MATCH]);
}

/** A list of entity tags, in which elements may be empty (RFC 9110, 5.6.1). */
const LIST = /^(?:[\s,]*(?:W\/)?"[^"]*"[ \t]*(?=,|$))+[\s,]*$/;

/**
 * The opaque tags of an `If-Match` or `If-None-Match` header, without the weakness marks that compressing proxies add; none if the header is
 * no list of tags.
 */
export function entityTags(header: string): string[] {
  if (!LIST.test(header)) return [];
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag = '']) => tag);
}

/** Whether `If-None-Match` names this tag, so that the client has the representation already. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || entityTags(header).includes(etag);
}
