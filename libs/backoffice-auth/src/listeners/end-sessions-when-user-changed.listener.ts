import { Injectable } from '@nestjs/common';
import { UserChanged } from '#libs/auth';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { Invitations } from '../invitations/invitations.js';
import { Sessions, SESSIONS_OF_USER } from '../sessions.js';

/**
 * Ends all sessions and the open invitation of a user with another role, also a higher one, or a suspension. Otherwise whoever has an old
 * link or session of an editor could use it as an administrator.
 */
@Injectable()
@ListensTo(UserChanged)
export class EndSessionsWhenUserChanged implements TransactionListener<UserChanged> {
  constructor(
    private readonly sessions: Sessions,
    private readonly invitations: Invitations,
  ) {}

  readonly locks = (event: UserChanged) => (event.isAccessChanged ? [SESSIONS_OF_USER(event.userId)] : []);

  async handle(event: UserChanged, transaction: Transaction): Promise<void> {
    if (!event.isAccessChanged) return;
    await this.sessions.endAllOf(event.userId, transaction);
    await this.invitations.revoke(event.userId, transaction);
  }
}
