import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { OwnSession } from '../backoffice-auth.dto.js';
import { Sessions } from '../sessions.js';

/** The sessions of a user that have not ended: that of the token first, then the newest. */
export class ListSessions extends Query<OwnSession[]> {
  constructor(
    readonly userId: string,
    readonly token: string,
  ) {
    super();
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(private readonly sessions: Sessions) {}

  execute({ userId, token }: ListSessions): Promise<OwnSession[]> {
    return this.sessions.listOf(userId, token);
  }
}
