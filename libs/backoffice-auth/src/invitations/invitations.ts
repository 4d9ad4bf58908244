import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { In, IsNull } from 'typeorm';
import { hasBackoffice } from '#libs/access';
import { FindUser, type User } from '#libs/auth';
import { Database, sql, type Transaction } from '#libs/database';
import { erasedMark, GetProfiles } from '#libs/profiles';
import { generateSessionToken, hashSessionToken, isSessionToken } from '../session-token.js';
import { SignInLimiter } from '../sign-in-limiter.js';
import type { CreatedInvitation, Invitation, OpenInvitation } from './invitation.dto.js';
import { InvitationEntity } from './invitation.entity.js';
import { InvitationExpired, InvitationNotFound, InvitationUsed } from './invitation.errors.js';

const CREATE = sql(`
  INSERT INTO invitations (user_id, token_hash, created_by, expires_at)
  VALUES ($1, $2, $3, now() + interval '3 days')
  ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, created_by = excluded.created_by,
    created_at = now(), expires_at = excluded.expires_at, used_at = NULL
  RETURNING expires_at AS "expiresAt"`);

const STATE = `
  SELECT user_id AS "userId", expires_at AS "expiresAt", expires_at <= now() AS "isExpired", used_at IS NOT NULL AS "isUsed"
  FROM invitations WHERE token_hash = $1`;

const FIND = sql(STATE);
const LOCK = sql(`${STATE} FOR UPDATE`);

const LIST = sql(`
  SELECT user_id AS "userId", created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt"
  FROM invitations WHERE used_at IS NULL AND expires_at > now() AND ($1::uuid IS NULL OR user_id = $1)
  ORDER BY expires_at, user_id LIMIT 100`);

interface State {
  userId: string;
  expiresAt: Date;
  isExpired: boolean;
  isUsed: boolean;
}

/** The invitations of administrators and editors: each lets its user set a password once, within three days. */
@Injectable()
export class Invitations {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    private readonly limiter: SignInLimiter,
  ) {}

  /** Invites a user. A former invitation of theirs is void. */
  async create(userId: string, createdBy: string, transaction: Transaction): Promise<CreatedInvitation> {
    const token = generateSessionToken();
    const values = [userId, hashSessionToken(token), createdBy];
    const [created] = await transaction.query<Pick<State, 'expiresAt'>>(CREATE, values);
    if (created === undefined) throw new Error('The invitation was not stored');
    return { token, ...created };
  }

  /**
   * Finds out for whom an invitation is. Wrong tokens count like wrong passwords.
   * @param token as the client sent it
   * @param address where the client is
   * @throws InvitationNotFound, InvitationUsed, InvitationExpired, TooManySignIns
   */
  find(token: string, address: string): Promise<{ user: User; invitation: Invitation }> {
    const hash = hashSessionToken(token);
    // Each token counts for itself and for the network, so that no wrong one locks out others.
    return this.limiter.run({ account: hash.toString('hex'), address, isKnown: false }, async () => {
      const found = isSessionToken(token) ? await this.database.query<State>(FIND, [hash]) : [];
      const { userId, expiresAt } = expectOpen(found);
      const user = await this.queries.execute(new FindUser({ id: userId }));
      if (user === undefined || user.suspended || user.email === null || !hasBackoffice(user.role))
        throw new InvitationNotFound();
      const { displayName, email, role } = user;
      return { user, invitation: { displayName, email, role, expiresAt } };
    });
  }

  /** Uses an invitation up. Of concurrent calls one succeeds. @throws InvitationNotFound, InvitationUsed, InvitationExpired */
  async use(token: string, transaction: Transaction): Promise<void> {
    const { userId } = expectOpen(await transaction.query<State>(LOCK, [hashSessionToken(token)]));
    await transaction.manager.update(InvitationEntity, { userId }, { usedAt: () => 'now()' });
  }

  /** Makes the open invitation of a user void, or those of several. @returns whether there was one */
  async revoke(users: string | readonly string[], transaction: Transaction): Promise<boolean> {
    const userId = In([users].flat());
    const { affected } = await transaction.manager.delete(InvitationEntity, { userId, usedAt: IsNull() });
    return Number(affected) > 0;
  }

  /** @param userId the invited user; undefined for all users */
  async listOpen(userId?: string): Promise<OpenInvitation[]> {
    const open = await this.database.query<Omit<OpenInvitation, 'displayName' | 'createdByName'>>(LIST, [userId]);
    const ids = open.flatMap(({ userId, createdBy }) => [userId, createdBy]);
    const profiles = await this.queries.execute(new GetProfiles([...new Set(ids)]));
    const nameOf = (id: string) => profiles.get(id)?.displayName ?? '';
    return open.map((one) => ({
      ...one,
      displayName: nameOf(one.userId),
      createdByName: nameOf(one.createdBy),
      ...erasedMark(profiles.get(one.createdBy)),
    }));
  }
}

/** @throws InvitationNotFound, InvitationUsed, InvitationExpired */
function expectOpen([found]: State[]): State {
  if (found === undefined) throw new InvitationNotFound();
  if (found.isUsed) throw new InvitationUsed();
  if (found.isExpired) throw new InvitationExpired();
  return found;
}
