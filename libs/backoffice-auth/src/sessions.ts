import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  Background,
  CONFIGURATION,
  type Configuration,
  Database,
  sql,
  type Transaction,
  UnitOfWork,
} from '#libs/platform';
import { generateSessionToken, hashSessionToken } from './session-token.js';

/** Beginning a session and ending all of a user wait for each other, so that none slips in while the user is shut out. */
const LOCK_USER = sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

const BEGIN = sql(`
  INSERT INTO sessions (token_hash, user_id, expires_at) VALUES ($1, $2, now() + make_interval(hours => $3))`);

const FIND = sql('SELECT user_id FROM sessions WHERE token_hash = $1 AND expires_at > now()');

const END = sql('DELETE FROM sessions WHERE token_hash = $1');

const END_ALL = sql('DELETE FROM sessions WHERE user_id = $1');

const EXPIRE = sql(`
  DELETE FROM sessions WHERE token_hash IN (
    SELECT token_hash FROM sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT 5000 FOR UPDATE SKIP LOCKED)
  RETURNING 1`);

/** The sessions, by their tokens. Whose session may be used is for others to judge. */
@Injectable()
export class Sessions implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly background: Background,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.background.every(60 * 60_000, 'Removing expired sessions', async () => {
      while (!this.background.isStopping && (await this.database.query(EXPIRE)).length > 0);
    });
  }

  /** @returns the token of a new session */
  async begin(userId: string): Promise<string> {
    const token = generateSessionToken();
    await this.unitOfWork.run(async (transaction) => {
      await transaction.query(LOCK_USER, [userId]);
      await transaction.query(BEGIN, [hashSessionToken(token), userId, this.configuration.SESSION_HOURS]);
    });
    return token;
  }

  /** @returns the id of the session's user; undefined for a session that is unknown, ended or expired */
  async userOf(token: string): Promise<string | undefined> {
    const [session] = await this.database.query<{ user_id: string }>(FIND, [hashSessionToken(token)]);
    return session?.user_id;
  }

  async end(token: string): Promise<void> {
    await this.database.query(END, [hashSessionToken(token)]);
  }

  async endAllOf(userId: string, transaction: Transaction): Promise<void> {
    await transaction.query(LOCK_USER, [userId]);
    await transaction.query(END_ALL, [userId]);
  }
}
