import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { InvalidCsrfToken, NotSignedIn, ServiceUnavailable } from '#libs/platform';
import { FindSession } from './queries/find-session.query.js';
import { sessionTokenOf } from './session-cookie.js';
import { isSameToken } from './session-token.js';

/** Resolves cookie → session → user for a request of the backoffice, and asks writes for the session's CSRF token. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly queries: QueryBus) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.isShed) throw new ServiceUnavailable();
    const session = await this.queries.execute(new FindSession(sessionTokenOf(request)));
    if (session === undefined) throw new NotSignedIn();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && !isSameToken(request.headers['x-csrf-token'], session.csrfToken)) throw new InvalidCsrfToken();
    request.administratorId = session.user.id;
    return true;
  }
}
