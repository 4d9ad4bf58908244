import type { CookieSerializeOptions } from '@fastify/cookie';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ADMIN_PATH } from '#libs/http';
import type { Configuration } from '#libs/configuration';
import { OIDC_SIGN_IN_SECONDS } from './oidc/oidc-sign-ins.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on admitted requests of the backoffice. */
    sessionToken?: string;
  }
}

export interface Cookie {
  name: string;
  /** Its attributes, when it is set and when it is cleared. */
  options: CookieSerializeOptions;
}

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Of a session. */
export function sessionCookie(configuration: Configuration): Cookie {
  const maxAge = configuration.SESSION_HOURS * 3_600;
  return cookie(configuration, 'session', { path: '/admin', sameSite: 'strict', maxAge });
}

/** Of a browser in which its user has signed in by password. */
export function browserCookie(configuration: Configuration): Cookie {
  const path = `${ADMIN_PATH}/session`;
  return cookie(configuration, 'known-browser', { path, sameSite: 'strict', maxAge: A_YEAR_SECONDS });
}

/** Of a sign-in in progress at the provider: lax, because the provider sends the browser back. */
export function oidcCookie(configuration: Configuration): Cookie {
  const path = `${ADMIN_PATH}/session/oidc`;
  return cookie(configuration, 'oidc', { path, sameSite: 'lax', maxAge: OIDC_SIGN_IN_SECONDS });
}

/**
 * With https browsers take the cookie from this very host only, and by https, because of its name: no other host of the domain
 * can plant one (https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis, 4.1.3.2). Such a cookie is for all paths.
 */
function cookie({ SITE_URL }: Configuration, name: string, options: CookieSerializeOptions): Cookie {
  const isSecure = SITE_URL !== undefined && new URL(SITE_URL).protocol === 'https:';
  return isSecure
    ? { name: `__Host-${name}`, options: { ...options, httpOnly: true, secure: true, path: '/' } }
    : { name, options: { ...options, httpOnly: true, secure: false } };
}

/** The token of the session that the request came with, on endpoints that need one. */
export const CurrentSessionToken = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { sessionToken } = context.switchToHttp().getRequest<FastifyRequest>();
  if (sessionToken === undefined) throw new Error('This endpoint has no session: it is public');
  return sessionToken;
});
