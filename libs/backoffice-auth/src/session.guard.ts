import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { ConfirmationRequired, httpErrors, Overloaded } from '#libs/http';
import { RateLimitGuard } from '#libs/traffic';
import { type Cookie, sessionCookie } from './session-cookie.js';
import { SessionResolver } from './session-resolver.js';
import { isSameToken } from './session-token.js';

/**
 * Resolves cookie → session → user → current role for a request of the backoffice, and requires the session's CSRF token for writes. A
 * session whose second factor is missing is admitted only to the endpoints that set one up, an editor's only to those that declare it, and
 * one that was not confirmed recently not to those that need it. Then it counts the request in the windows of the route.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  private readonly cookie: Cookie;

  constructor(
    private readonly sessions: SessionResolver,
    private readonly rateLimit: RateLimitGuard,
    @Inject(CONFIGURATION) configuration: Configuration,
  ) {
    this.cookie = sessionCookie(configuration);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.isRejected) throw new Overloaded();
    const token = this.cookie.read(request);
    const session = await this.sessions.resolve(token);
    if (session === undefined) throw new httpErrors.NotSignedIn();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && !isSameToken(request.headers['x-csrf-token'], session.csrfToken))
      throw new httpErrors.InvalidCsrfToken();
    const { access } = request.routeOptions.config;
    // Undefined for unknown paths, which nobody finds.
    const needs = access?.kind === 'session' ? access : undefined;
    const isAdministrator = session.user.role === 'admin';
    if (session.secondFactor === 'missing' && needs?.enrolling !== true) throw new httpErrors.EnrolmentRequired();
    if (needs !== undefined && needs.editor !== true && !isAdministrator)
      throw new httpErrors.InsufficientPermissions();
    if (needs?.confirmed === true && !session.isConfirmed) throw new ConfirmationRequired();
    await this.rateLimit.countForUser(context, session.user.id);
    request.sessionUserId = session.user.id;
    request.isAdministrator = isAdministrator;
    request.sessionToken = token;
    request.session = session;
    request.isConfirmed = session.isConfirmed;
    return true;
  }
}
