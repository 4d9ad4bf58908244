import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction, UnitOfWork } from '#libs/database';

const WINDOW_MINUTES = 15;

/** The next attempt begins a new window once the current one is over or has no attempts left. */
const IS_OVER = 'counts.attempts = 0 OR counts.ends_at <= now()';

const COUNT = sql(`
  INSERT INTO sign_in_counts AS counts (key, attempts, ends_at, next_turn)
  VALUES ($1, 1, now() + interval '${WINDOW_MINUTES} minutes', now())
  ON CONFLICT (key) DO UPDATE SET
    attempts = CASE WHEN ${IS_OVER} THEN 1 ELSE counts.attempts + 1 END,
    ends_at = CASE WHEN ${IS_OVER} THEN excluded.ends_at ELSE counts.ends_at END,
    next_turn = CASE WHEN ${IS_OVER} THEN excluded.next_turn ELSE counts.next_turn END
  RETURNING attempts, ends_at::text AS "window", extract(epoch FROM ends_at - now())::float8 * 1000 AS "leftMs"`);

const UNCOUNT = sql(`
  UPDATE sign_in_counts SET attempts = attempts - 1 WHERE key = $1 AND ends_at = $2::timestamptz`);

const TAKE_TURN = sql(`
  WITH turn AS (
    SELECT key, greatest(next_turn, statement_timestamp()) AS at FROM sign_in_counts WHERE key = $1 FOR UPDATE)
  UPDATE sign_in_counts SET next_turn = turn.at + make_interval(secs => $2) FROM turn WHERE sign_in_counts.key = turn.key
  RETURNING extract(epoch FROM turn.at - statement_timestamp())::float8 * 1000 AS "waitMs"`);

interface Row {
  /** Attempts of the window that failed or are in flight, including this one. */
  attempts: number;
  /** The end of the window, which tells it from the next one of the same key. */
  window: string;
  /** Time left in the window, in milliseconds. */
  leftMs: number;
}

/** The state of a key once an attempt is counted for it. */
export interface SignInCount extends Row {
  /** As stored. */
  key: Buffer;
  /** Takes the next turn of the key. @returns how long it is until then, in milliseconds */
  takeTurn: (lengthMs: number) => Promise<number>;
}

/** Counts an attempt for a key. No other attempt is counted for it until the transaction ends. */
export type CountAttempt = (key: string) => Promise<SignInCount>;

/** Counts of sign-ins, in windows of a quarter of an hour by the database's clock, the same for all instances. */
@Injectable()
export class SignInCounts {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Counts and judges an attempt in one transaction, which an error of `judge` rolls back. All attempts count their keys in the
   * same order, so that no two wait for each other.
   */
  count<Result>(judge: (count: CountAttempt) => Promise<Result>): Promise<Result> {
    return this.unitOfWork.run((transaction) => judge((key) => count(key, transaction)));
  }

  /** Takes an attempt back, unless its window is over. */
  async uncount(counted: readonly SignInCount[]): Promise<void> {
    for (const { key, window } of counted) await this.database.query(UNCOUNT, [key, window]);
  }
}

async function count(text: string, transaction: Transaction): Promise<SignInCount> {
  const key = createHash('sha256').update(text).digest();
  const [row] = await transaction.query<Row>(COUNT, [key]);
  if (row === undefined) throw new Error('The attempt was not counted');
  return { ...row, key, takeTurn: (lengthMs) => takeTurn(key, lengthMs, transaction) };
}

async function takeTurn(key: Buffer, lengthMs: number, transaction: Transaction): Promise<number> {
  const [turn] = await transaction.query<{ waitMs: number }>(TAKE_TURN, [key, lengthMs / 1_000]);
  return turn?.waitMs ?? 0;
}
