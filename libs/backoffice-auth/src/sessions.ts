import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { User } from '#libs/auth';
import { Audited } from '#libs/audit';
import { Background, Database, lockName, sql, type Transaction } from '#libs/database';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { generateSessionToken, hashSessionToken } from './session-token.js';

/** Beginning a session and ending all of a user wait for each other, so that none slips in while the user is shut out. */
export const SESSIONS_OF_USER = lockName('sessions of user', { prefix: '', seed: 0 });

const BEGIN = sql(`
  INSERT INTO sessions (token_hash, user_id, expires_at, method)
  VALUES ($1, $2, now() + make_interval(hours => $3), $4)`);

/**
 * A session by password alone is none while its user has a second factor, nor is one with a second factor that is gone: whatever
 * happened meanwhile, and also where an instance of an older version, which knows no second factor, began it. How that one began
 * is known of users who have one way to sign in.
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

const RAISE = sql(
  `UPDATE sessions SET method = 'second-factor' WHERE token_hash = $1 AND method IN ('password', 'unknown')`,
);

const LOWER_ALL = sql(`UPDATE sessions SET method = 'password' WHERE user_id = $1 AND method = 'second-factor'`);

const END = sql('DELETE FROM sessions WHERE token_hash = $1 RETURNING 1');

const END_ALL = sql('DELETE FROM sessions WHERE user_id = $1 AND token_hash IS DISTINCT FROM $2');

const EXPIRE = sql(`
  DELETE FROM sessions WHERE token_hash IN (
    SELECT token_hash FROM sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT 5000 FOR UPDATE SKIP LOCKED)
  RETURNING 1`);

/** How somebody signed in: by password alone, by password and a code, or at the OpenID Connect provider. */
export type SignInMethod = 'password' | 'second-factor' | 'oidc';

interface FoundSession {
  userId: string;
  /** `unknown` where its user could have signed in by password and at the provider. */
  method: SignInMethod | 'unknown';
  hasPassword: boolean;
  hasSecondFactor: boolean;
}

/** The sessions, by their tokens. Whose session may be used is for others to judge. */
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
   * Begins a session. What is to hold of its user is looked at afterwards, in the same transaction: nobody shuts them out then.
   * @param address where the client is
   * @returns the token of the session
   */
  async begin(
    { id, displayName }: User,
    method: SignInMethod,
    address: string,
    transaction: Transaction,
  ): Promise<string> {
    const token = generateSessionToken();
    await transaction.lock([SESSIONS_OF_USER(id)]);
    await transaction.query(BEGIN, [hashSessionToken(token), id, this.configuration.SESSION_HOURS, method]);
    const actor = { userId: id, keyId: null, address };
    const details = method === 'second-factor' ? { method: 'password', secondFactor: true } : { method };
    await transaction.publish(new Audited(actor, 'session.began', { kind: 'user', id, name: displayName }, details));
    return token;
  }

  /** @returns undefined for a session that is unknown, ended or expired */
  async find(token: string): Promise<FoundSession | undefined> {
    const [session] = await this.database.query<FoundSession>(FIND, [hashSessionToken(token)]);
    return session;
  }

  /** Lets a session by password count as one with the second factor that its user has now. */
  async raise(token: string, transaction: Transaction): Promise<void> {
    await transaction.query(RAISE, [hashSessionToken(token)]);
  }

  /** Lets the user's sessions go on by password alone: their second factor is gone. */
  async lowerAllOf(userId: string, transaction: Transaction): Promise<void> {
    await transaction.lock([SESSIONS_OF_USER(userId)]);
    await transaction.query(LOWER_ALL, [userId]);
  }

  /** @returns whether there was such a session */
  async end(token: string, transaction: Transaction): Promise<boolean> {
    return (await transaction.query(END, [hashSessionToken(token)])).length > 0;
  }

  /** @param except the token of a session that goes on */
  async endAllOf(userId: string, transaction: Transaction, except?: string): Promise<void> {
    await transaction.lock([SESSIONS_OF_USER(userId)]);
    await transaction.query(END_ALL, [userId, except === undefined ? null : hashSessionToken(except)]);
  }
}
