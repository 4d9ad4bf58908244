import type { CookieSerializeOptions } from '@fastify/cookie';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/platform';

export const SESSION_COOKIE = 'session';

/** The attributes of the cookie, when it is set and when it is cleared. */
export function sessionCookieOptions({ SITE_URL, SESSION_HOURS }: Configuration): CookieSerializeOptions {
  return {
    path: '/admin',
    httpOnly: true,
    sameSite: 'strict',
    secure: SITE_URL !== undefined && new URL(SITE_URL).protocol === 'https:',
    maxAge: SESSION_HOURS * 3_600,
  };
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
