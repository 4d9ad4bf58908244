import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindUser } from '#libs/auth';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { mayUseBackoffice } from './backoffice-access.js';
import type { Session } from './backoffice-auth.dto.js';
import { csrfTokenOf, isSessionToken } from './session-token.js';
import { Sessions } from './sessions.js';

/** Resolves tokens to sessions. */
@Injectable()
export class SessionResolver {
  constructor(
    private readonly sessions: Sessions,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * @param token as the client sent it
   * @returns its session; undefined if it has ended, or its user may not use the backoffice
   */
  async resolve(token: string | undefined): Promise<Session | undefined> {
    if (!isSessionToken(token)) return undefined;
    const session = await this.sessions.find(token);
    if (session === undefined) return undefined;
    const user = await this.queries.execute(new FindUser({ id: session.userId }));
    if (user === undefined || !mayUseBackoffice(user)) return undefined;
    const { hasPassword, hasSecondFactor, isConfirmed, method } = session;
    const isRequired = this.configuration.SECOND_FACTOR === 'required';
    const isMissing = isRequired && method === 'password';
    const secondFactor = hasSecondFactor ? 'on' : isMissing ? 'missing' : 'off';
    return { user, csrfToken: csrfTokenOf(token), hasPassword, secondFactor, isConfirmed };
  }
}
