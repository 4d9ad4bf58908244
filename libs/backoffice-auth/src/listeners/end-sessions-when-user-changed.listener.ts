import { Injectable } from '@nestjs/common';
import { UserChanged } from '#libs/auth';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { Invitations } from '../invitations/invitations.js';
import { Sessions, SESSIONS_OF_USER } from '../sessions.js';

/** Ends all sessions and the open invitation of a user who is suspended or no longer an administrator, be it that they become an editor. */
@Injectable()
@ListensTo(UserChanged)
export class EndSessionsWhenUserChanged implements TransactionListener<UserChanged> {
  constructor(
    private readonly sessions: Sessions,
    private readonly invitations: Invitations,
  ) {}

  readonly locks = (event: UserChanged) => (losesAccess(event) ? [SESSIONS_OF_USER(event.userId)] : []);

  async handle(event: UserChanged, transaction: Transaction): Promise<void> {
    if (!losesAccess(event)) return;
    await this.sessions.endAllOf(event.userId, transaction);
    await this.invitations.revoke(event.userId, transaction);
  }
}

const losesAccess = (event: UserChanged) => event.isAccessChanged && (event.role !== 'admin' || event.suspended);
