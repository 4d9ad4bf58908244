import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { type Configuration, usesHttps } from '#libs/configuration';
import { interfaceOf } from '#libs/http';

/** Pages load everything from the service. */
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
    styleSrc: ["'self'"],
  },
};

/** A response is for the owner of the key or the session, which shared caches do not know. */
const PRIVATE_CACHE_CONTROL = 'private, no-cache';

/** Helmet's headers. They are constant, so helmet generates them once. */
const PAGE_HEADERS = generateHelmetHeaders();

function generateHelmetHeaders(): Readonly<Record<string, string>> {
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

/**
 * The security headers of responses. Those of the public API are for programs: policies for pages have no effect on JSON that no browser
 * may sniff, and take an eighth of the processor time of a read.
 * @returns a function that sends them
 */
export function securityHeaders(
  configuration: Pick<Configuration, 'SITE_URL'>,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const names = ['x-content-type-options', ...(usesHttps(configuration) ? ['strict-transport-security'] : [])];
  const apiHeaders = Object.fromEntries(names.map((name) => [name, PAGE_HEADERS[name]]));
  return (request, reply) => void reply.headers(interfaceOf(request) === 'api' ? apiHeaders : PAGE_HEADERS);
}

/** Keeps a response out of shared caches, unless its handler has decided otherwise. */
export function preventSharedCaching(reply: FastifyReply): void {
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', PRIVATE_CACHE_CONTROL);
}
