import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindUser } from '#libs/auth';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { isActiveAdministrator } from '../active-administrator.js';
import type { Session } from '../backoffice-auth.dto.js';
import { csrfTokenOf, isSessionToken } from '../session-token.js';
import { Sessions } from '../sessions.js';

/** The session of a token, for as long as its user is an active administrator. */
export class FindSession extends Query<Session | undefined> {
  constructor(
    /** As the client sent it. */
    readonly token: string | undefined,
  ) {
    super();
  }
}

@QueryHandler(FindSession)
export class FindSessionHandler implements IQueryHandler<FindSession> {
  constructor(
    private readonly sessions: Sessions,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ token }: FindSession): Promise<Session | undefined> {
    if (!isSessionToken(token)) return undefined;
    const session = await this.sessions.find(token);
    if (session === undefined) return undefined;
    const user = await this.queries.execute(new FindUser({ id: session.userId }));
    if (user === undefined || !isActiveAdministrator(user)) return undefined;
    const { hasPassword, hasSecondFactor, isConfirmed, method } = session;
    const isRequired = this.configuration.SECOND_FACTOR === 'required';
    const isMissing = isRequired && method === 'password';
    const secondFactor = hasSecondFactor ? 'on' : isMissing ? 'missing' : 'off';
    return { user, csrfToken: csrfTokenOf(token), hasPassword, secondFactor, isConfirmed };
  }
}
