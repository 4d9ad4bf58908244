import type { CookieSerializeOptions } from '@fastify/cookie';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ADMIN_PATH, type Configuration } from '#libs/platform';
import { OIDC_SIGN_IN_SECONDS } from './oidc/oidc-sign-ins.js';

export const SESSION_COOKIE = 'session';

/** Of a sign-in that is under way at the provider. */
export const OIDC_COOKIE = 'oidc';

/** Of a browser in which its user has signed in by password. */
export const BROWSER_COOKIE = 'known-browser';

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The attributes of the session's cookie, when it is set and when it is cleared. */
export function sessionCookieOptions(configuration: Configuration): CookieSerializeOptions {
  const maxAge = configuration.SESSION_HOURS * 3_600;
  return { path: '/admin', httpOnly: true, sameSite: 'strict', secure: isSecure(configuration), maxAge };
}

export function browserCookieOptions(configuration: Configuration): CookieSerializeOptions {
  const path = `${ADMIN_PATH}/session`;
  return { path, httpOnly: true, sameSite: 'strict', secure: isSecure(configuration), maxAge: A_YEAR_SECONDS };
}

/** Lax, because it is the provider who sends the browser back. */
export function oidcCookieOptions(configuration: Configuration): CookieSerializeOptions {
  const path = `${ADMIN_PATH}/session/oidc`;
  return { path, httpOnly: true, sameSite: 'lax', secure: isSecure(configuration), maxAge: OIDC_SIGN_IN_SECONDS };
}

function isSecure({ SITE_URL }: Configuration): boolean {
  return SITE_URL !== undefined && new URL(SITE_URL).protocol === 'https:';
}

/** What the request's cookie holds, which may be anything. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE];
}

/** The token of the session that the request came with, on endpoints that need one. */
export const CurrentSessionToken = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const token = sessionTokenOf(context.switchToHttp().getRequest<FastifyRequest>());
  if (token === undefined) throw new Error('This endpoint has no session: it is public');
  return token;
});
