import { Injectable } from '@nestjs/common';
import { EmailChanged } from '#libs/auth';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { Invitations } from '../invitations/invitations.js';
import { Identities } from '../oidc/identities.js';
import { Sessions, SESSIONS_LOCK } from '../sessions.js';

/** Ends the sessions and the open invitation of a user with another email, and unlinks the account at the provider, which has the former one. */
@Injectable()
@ListensTo(EmailChanged)
export class EndSignInsWhenEmailChanged implements TransactionListener<EmailChanged> {
  constructor(
    private readonly sessions: Sessions,
    private readonly identities: Identities,
    private readonly invitations: Invitations,
  ) {}

  readonly locks = ({ userId }: EmailChanged) => [SESSIONS_LOCK(userId)];

  async handle({ userId }: EmailChanged, transaction: Transaction): Promise<void> {
    await this.sessions.endAllOf(userId, transaction);
    await this.identities.unlinkAllOf(userId, transaction);
    await this.invitations.revoke(userId, transaction);
  }
}
