import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_PATH } from '#libs/http';
import { type Configuration, usesHttps } from '#libs/configuration';
import type { Session } from './backoffice-auth.dto.js';
import { OIDC_SIGN_IN_SECONDS } from './oidc/oidc-sign-ins.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Both are set on admitted requests of the backoffice. */
    sessionToken?: string;
    session?: Session;
  }
}

type Attributes = Omit<SetCookie, 'name' | 'value'>;

/** A cookie of the backoffice. */
export class Cookie {
  constructor(
    readonly name: string,
    private readonly attributes: Attributes,
  ) {}

  /** @returns its value in a request, if there is one */
  read({ headers }: FastifyRequest): string | undefined {
    return parseCookie(headers.cookie ?? '')[this.name];
  }

  set(reply: FastifyReply, value: string): void {
    this.send(reply, { ...this.attributes, name: this.name, value });
  }

  clear(reply: FastifyReply): void {
    this.send(reply, { ...this.attributes, name: this.name, value: '', expires: new Date(0), maxAge: 0 });
  }

  /** Fastify sends each value of `Set-Cookie` as a header of its own. */
  private send(reply: FastifyReply, cookie: SetCookie): void {
    void reply.header('set-cookie', stringifySetCookie(cookie));
  }
}

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Cookie of a session. */
export function sessionCookie(configuration: Configuration): Cookie {
  const maxAge = configuration.SESSION_HOURS * 3_600;
  return cookie(configuration, 'session', { path: '/admin', sameSite: 'strict', maxAge });
}

/** Cookie of a browser in which its user has signed in by password. */
export function browserCookie(configuration: Configuration): Cookie {
  const path = `${ADMIN_PATH}/session`;
  return cookie(configuration, 'known-browser', { path, sameSite: 'strict', maxAge: A_YEAR_SECONDS });
}

/** Cookie of a sign-in in progress at the provider: lax, because the provider redirects the browser back. */
export function oidcCookie(configuration: Configuration): Cookie {
  const path = `${ADMIN_PATH}/session/oidc`;
  return cookie(configuration, 'oidc', { path, sameSite: 'lax', maxAge: OIDC_SIGN_IN_SECONDS });
}

/**
 * With https, the name makes browsers accept the cookie only from this host and over https, so that no other host of
 * the domain can set one (https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis, 4.1.3.2). Such a cookie
 * is for all paths.
 */
function cookie(configuration: Configuration, name: string, attributes: Attributes): Cookie {
  return usesHttps(configuration)
    ? new Cookie(`__Host-${name}`, { ...attributes, httpOnly: true, secure: true, path: '/' })
    : new Cookie(name, { ...attributes, httpOnly: true, secure: false });
}

/** The token of the session that the request came with, on endpoints that need one. */
export const CurrentSessionToken = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  ofSession(context, ({ sessionToken }) => sessionToken),
);

/** The session that the request came with, on endpoints that need one. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): Session =>
  ofSession(context, ({ session }) => session),
);

function ofSession<Value>(context: ExecutionContext, read: (request: FastifyRequest) => Value | undefined): Value {
  const value = read(context.switchToHttp().getRequest<FastifyRequest>());
  if (value === undefined) throw new Error('This endpoint has no session: it is public');
  return value;
}
