import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import helmet from 'helmet';

/** Pages load everything from the service. The documentation page has an inline style. */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    imgSrc: ["'self'", 'data:'],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
  },
};

/** A response is for the owner of the key or the session, which shared caches do not know. */
const FOR_ITS_READER = 'private, no-cache';

/** Helmet's headers. They are constant, so helmet generates them once. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = askHelmet();

function askHelmet(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  const apply = helmet({ contentSecurityPolicy: CONTENT_SECURITY_POLICY });
  apply({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error as Error;
  });
  return headers;
}

/** Sends {@link SECURITY_HEADERS}. */
export function sendSecurityHeaders(reply: FastifyReply): void {
  void reply.headers(SECURITY_HEADERS);
}

/** Keeps a response out of shared caches, unless its handler has decided otherwise. */
export function preventSharedCaching(reply: FastifyReply): void {
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', FOR_ITS_READER);
}
