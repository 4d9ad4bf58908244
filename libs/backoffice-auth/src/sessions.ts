import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { type User, userSubject } from '#libs/auth';
import { Audited } from '#libs/audit';
import { Background, Database, deleteExpired, lockName, sql, type Transaction } from '#libs/database';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { SessionEntity, type SignInMethod } from './session.entity.js';
import { generateSessionToken, hashSessionToken } from './session-token.js';

/** Taken to begin a session and to end all sessions of a user, so that none begins while the user loses access. */
export const SESSIONS_OF_USER = lockName('sessions of user', { prefix: '', seed: 0 });

/**
 * A session by password alone is invalid while its user has a second factor, and so is a session with a second factor
 * that was removed. This includes sessions that an instance of an older version without second factors began: their
 * method is known for users who have only one way to sign in.
 */
const FIND = sql(`
  SELECT user_id AS "userId", "hasPassword", "hasSecondFactor",
    CASE
      WHEN method <> 'unknown' THEN method
      WHEN NOT "hasPassword" THEN 'oidc'
      WHEN NOT EXISTS (SELECT FROM identities WHERE user_id = sessions.user_id) THEN 'password'
      ELSE method
    END AS method
  FROM sessions, LATERAL (
    SELECT EXISTS (SELECT FROM credentials WHERE user_id = sessions.user_id) AS "hasPassword",
      EXISTS (SELECT FROM second_factors WHERE user_id = sessions.user_id AND confirmed_at IS NOT NULL) AS "hasSecondFactor"
  ) AS its_user
  WHERE token_hash = $1 AND expires_at > now() AND (method = 'oidc' OR (method = 'second-factor') = "hasSecondFactor")`);

const EXPIRE = deleteExpired('sessions', 'token_hash', 'expires_at');

interface FoundSession {
  userId: string;
  /** `unknown` if its user could have signed in by password or at the provider. */
  method: SignInMethod | 'unknown';
  hasPassword: boolean;
  hasSecondFactor: boolean;
}

/** The sessions, by their tokens. Callers decide whether a session may be used. */
@Injectable()
export class Sessions implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly background: Background,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.background.every(60 * 60_000, 'Removing expired sessions', async () => {
      while (!this.background.isStopping && (await this.database.query(EXPIRE)).length > 0);
    });
  }

  /**
   * Begins a session. Callers check its user afterwards, in the same transaction: from here on nobody can lock the user out.
   * @param address where the client is
   * @returns the token of the session
   */
  async begin(user: User, method: SignInMethod, address: string, transaction: Transaction): Promise<string> {
    const token = generateSessionToken();
    await transaction.lock([SESSIONS_OF_USER(user.id)]);
    await transaction.manager.insert(SessionEntity, {
      tokenHash: hashSessionToken(token),
      userId: user.id,
      method,
      expiresAt: () => `now() + make_interval(hours => ${this.configuration.SESSION_HOURS})`,
    });
    const actor = { userId: user.id, keyId: null, address };
    const details = method === 'second-factor' ? { method: 'password', secondFactor: true } : { method };
    await transaction.publish(new Audited(actor, 'session.began', userSubject(user), details));
    return token;
  }

  /** @returns undefined for a session that is unknown, ended or expired */
  async find(token: string): Promise<FoundSession | undefined> {
    const [session] = await this.database.query<FoundSession>(FIND, [hashSessionToken(token)]);
    return session;
  }

  /** Turns a session by password into one with the user's new second factor. */
  async raise(token: string, transaction: Transaction): Promise<void> {
    const byPassword = { tokenHash: hashSessionToken(token), method: In(['password', 'unknown']) };
    await transaction.manager.update(SessionEntity, byPassword, { method: 'second-factor' });
  }

  /** Turns the user's sessions into sessions by password alone: their second factor is removed. */
  async lowerAllOf(userId: string, transaction: Transaction): Promise<void> {
    await transaction.lock([SESSIONS_OF_USER(userId)]);
    await transaction.manager.update(SessionEntity, { userId, method: 'second-factor' }, { method: 'password' });
  }

  /** @returns whether there was such a session */
  async end(token: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.manager.delete(SessionEntity, { tokenHash: hashSessionToken(token) });
    return affected === 1;
  }

  /** @param except the token of a session that continues */
  async endAllOf(userId: string, transaction: Transaction, except?: string): Promise<void> {
    await transaction.lock([SESSIONS_OF_USER(userId)]);
    const others = except === undefined ? {} : { tokenHash: Not(hashSessionToken(except)) };
    await transaction.manager.delete(SessionEntity, { userId, ...others });
  }
}
