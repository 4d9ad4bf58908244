import { Injectable } from '@nestjs/common';
import { UsersChanged } from '#libs/auth';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { Invitations } from '../invitations/invitations.js';
import { Sessions, SESSIONS_LOCK } from '../sessions.js';

/**
 * Ends all sessions and the open invitations of users with another role, also a higher one, or a suspension. Otherwise whoever has an old
 * link or session of an editor could use it as an administrator.
 */
@Injectable()
@ListensTo(UsersChanged)
export class EndSessionsWhenUsersChanged implements TransactionListener<UsersChanged> {
  constructor(
    private readonly sessions: Sessions,
    private readonly invitations: Invitations,
  ) {}

  readonly locks = (event: UsersChanged) => idsOf(event).map((id) => SESSIONS_LOCK(id));

  async handle(event: UsersChanged, transaction: Transaction): Promise<void> {
    const ids = idsOf(event);
    if (ids.length === 0) return;
    await this.sessions.endAllOf(ids, transaction);
    await this.invitations.revoke(ids, transaction);
  }
}

const idsOf = ({ users }: UsersChanged) => users.filter((user) => user.isAccessChanged).map(({ id }) => id);
