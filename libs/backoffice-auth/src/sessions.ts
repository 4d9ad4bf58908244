import { Inject, Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { In, Not } from 'typeorm';
import { type User, userSubject } from '#libs/auth';
import { Audited } from '#libs/audit';
import { Database, lockName, sql, type Transaction } from '#libs/database';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { GetProfiles } from '#libs/profiles';
import type { OwnSession, UserSession } from './backoffice-auth.dto.js';
import { SessionEntity, type SignInMethod } from './session.entity.js';
import { generateSessionToken, hashSessionToken } from './session-token.js';

/** Taken to begin a session and to end all sessions of a user, so that none begins while the user loses access. */
export const SESSIONS_LOCK = lockName('sessions of user');

/** How long a session that was confirmed may do what could take over an account. */
export const CONFIRMATION_MINUTES = 10;

/**
 * A session by password alone is invalid while its user has a second factor, and so is a session with a second factor
 * that was removed.
 */
const FIND = sql(`
  SELECT user_id AS "userId", "hasPassword", "hasSecondFactor",
    confirmed_at > now() - interval '${CONFIRMATION_MINUTES} minutes' AS "isConfirmed",
    method, last_used_at < now() - interval '5 minutes' AS "isUseUnwritten"
  FROM sessions, LATERAL (
    SELECT EXISTS (SELECT FROM credentials WHERE user_id = sessions.user_id) AS "hasPassword",
      EXISTS (SELECT FROM second_factors WHERE user_id = sessions.user_id AND confirmed_at IS NOT NULL) AS "hasSecondFactor"
  ) AS its_user
  WHERE token_hash = $1 AND expires_at > now() AND (method = 'oidc' OR (method = 'second-factor') = "hasSecondFactor")`);

/** Of concurrent requests, one writes. */
const WRITE_USE = sql(`
  UPDATE sessions SET last_used_at = now()
  WHERE token_hash = $1 AND last_used_at < now() - interval '5 minutes'`);

const LIST = sql(`
  SELECT id, user_agent AS "userAgent", address, created_at AS "createdAt", last_used_at AS "lastUsedAt",
    token_hash = $2 AS "isCurrent"
  FROM sessions WHERE user_id = $1 AND expires_at > now()
  ORDER BY "isCurrent" DESC, created_at DESC LIMIT 100`);

const LIST_ALL = sql(`
  SELECT id, user_id AS "userId", user_agent AS "userAgent", address, created_at AS "createdAt", last_used_at AS "lastUsedAt",
    token_hash = $1 AS "isCurrent"
  FROM sessions WHERE expires_at > now() AND ($2::uuid IS NULL OR user_id = $2)
  ORDER BY last_used_at DESC, id LIMIT 100`);

/** Longer than those of common browsers. */
const MAX_USER_AGENT_LENGTH = 300;

/** Where a session begins. */
export interface Browser {
  address: string;
  /** As the client sent it. */
  userAgent: string | undefined;
}

interface FoundSession {
  userId: string;
  method: SignInMethod;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Whether its user proved who they are in the last {@link CONFIRMATION_MINUTES}. */
  isConfirmed: boolean;
  /** Whether the stored time of the last use is older than five minutes. */
  isUseUnwritten: boolean;
}

/** The sessions, by their tokens. Callers decide whether a session may be used. */
@Injectable()
export class Sessions {
  private readonly logger = new Logger(Sessions.name);

  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Begins a session. Callers check its user afterwards, in the same transaction: from here on nobody can lock the user out.
   * @param authenticatedAt when the user proved who they are; undefined for now
   * @returns the token of the session
   */
  async begin(
    user: User,
    method: SignInMethod,
    browser: Browser,
    transaction: Transaction,
    authenticatedAt?: Date,
  ): Promise<string> {
    const token = generateSessionToken();
    const { address, userAgent } = browser;
    await transaction.lock([SESSIONS_LOCK(user.id)]);
    await transaction.manager.insert(SessionEntity, {
      tokenHash: hashSessionToken(token),
      userId: user.id,
      method,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      address,
      lastUsedAt: () => 'now()',
      confirmedAt: authenticatedAt ?? (() => 'now()'),
      expiresAt: () => `now() + make_interval(hours => ${this.configuration.SESSION_HOURS})`,
    });
    const actor = { userId: user.id, keyId: null, address };
    const details = method === 'second-factor' ? { method: 'password', secondFactor: true } : { method };
    await transaction.publish(new Audited(actor, 'session.began', userSubject(user), details));
    return token;
  }

  /** @returns undefined for a session that is unknown, ended or expired */
  async find(token: string): Promise<FoundSession | undefined> {
    const tokenHash = hashSessionToken(token);
    const [session] = await this.database.query<FoundSession>(FIND, [tokenHash]);
    if (session?.isUseUnwritten === true) void this.writeUse(tokenHash);
    return session;
  }

  /** @param token that of the current session */
  listOf(userId: string, token: string): Promise<OwnSession[]> {
    return this.database.query<OwnSession>(LIST, [userId, hashSessionToken(token)]);
  }

  /** @param userId the user whose sessions they are; undefined for all users @param token that of the current session */
  async listAll(userId: string | undefined, token: string): Promise<UserSession[]> {
    const found = await this.database.query<Omit<UserSession, 'displayName'>>(LIST_ALL, [
      hashSessionToken(token),
      userId,
    ]);
    const profiles = await this.queries.execute(new GetProfiles([...new Set(found.map((one) => one.userId))]));
    return found.map((session) => ({ ...session, displayName: profiles.get(session.userId)?.displayName ?? '' }));
  }

  /** The request does not wait for it and does not fail with it. */
  private async writeUse(tokenHash: Buffer): Promise<void> {
    try {
      await this.database.query(WRITE_USE, [tokenHash]);
    } catch (error) {
      this.logger.warn(error, 'The last use of a session was not stored');
    }
  }

  /**
   * Notes that the user of a session has proved again who they are.
   * @param at when; undefined for now
   * @returns whether the user has such a session
   */
  async confirm(tokenHash: Buffer, userId: string, at: Date | undefined, transaction: Transaction): Promise<boolean> {
    const confirmedAt = at ?? (() => 'now()');
    const { affected } = await transaction.manager.update(SessionEntity, { tokenHash, userId }, { confirmedAt });
    return affected === 1;
  }

  /** Turns a session by password into one with the user's new second factor. */
  async raise(token: string, transaction: Transaction): Promise<void> {
    const byPassword = { tokenHash: hashSessionToken(token), method: 'password' as const };
    await transaction.manager.update(SessionEntity, byPassword, { method: 'second-factor' });
  }

  /** Turns the user's sessions into sessions by password alone: their second factor is removed. */
  async lowerAllOf(userId: string, transaction: Transaction): Promise<void> {
    await transaction.lock([SESSIONS_LOCK(userId)]);
    await transaction.manager.update(SessionEntity, { userId, method: 'second-factor' }, { method: 'password' });
  }

  /** @returns whether there was such a session */
  async end(token: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.manager.delete(SessionEntity, { tokenHash: hashSessionToken(token) });
    return affected === 1;
  }

  /** @returns the session of the user that has ended, if there was such a one */
  async endOneOf(userId: string, id: string, transaction: Transaction): Promise<SessionEntity | undefined> {
    const session = await transaction.manager.findOne(SessionEntity, {
      where: { userId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (session === null) return undefined;
    await transaction.manager.delete(SessionEntity, { tokenHash: session.tokenHash });
    return session;
  }

  /** @param users an id, or several @param except the token of a session that continues @returns how many have ended */
  async endAllOf(users: string | readonly string[], transaction: Transaction, except?: string): Promise<number> {
    const userIds = [users].flat();
    await transaction.lock(userIds.map((id) => SESSIONS_LOCK(id)));
    const others = except === undefined ? {} : { tokenHash: Not(hashSessionToken(except)) };
    const { affected } = await transaction.manager.delete(SessionEntity, { userId: In(userIds), ...others });
    return affected ?? 0;
  }
}
