import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Background, Database, sql, type Transaction, UnitOfWork } from '#libs/platform';

const WINDOW_MINUTES = 15;

/** Where nothing of a window is left, the next attempt begins another one. */
const IS_OVER = 'counts.attempts = 0 OR counts.ends_at <= now()';

/** Keys are taken in one order everywhere, so that no two statements wait for each other. */
const COUNT = sql(`
  INSERT INTO sign_in_counts AS counts (key, attempts, ends_at, next_turn)
  SELECT key, 1, now() + interval '${WINDOW_MINUTES} minutes', now() FROM unnest($1::bytea[]) AS key ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    attempts = CASE WHEN ${IS_OVER} THEN 1 ELSE counts.attempts + 1 END,
    ends_at = CASE WHEN ${IS_OVER} THEN excluded.ends_at ELSE counts.ends_at END,
    next_turn = CASE WHEN ${IS_OVER} THEN excluded.next_turn ELSE counts.next_turn END
  RETURNING key, attempts, ends_at::text AS "window", extract(epoch FROM ends_at - now())::float8 * 1000 AS "leftMs"`);

const UNCOUNT = sql(`
  WITH counted AS (
    SELECT key FROM sign_in_counts
    WHERE (key, ends_at) IN (SELECT * FROM unnest($1::bytea[], $2::timestamptz[])) ORDER BY key FOR UPDATE)
  UPDATE sign_in_counts SET attempts = attempts - 1 FROM counted WHERE sign_in_counts.key = counted.key`);

const TAKE_TURN = sql(`
  WITH turn AS (
    SELECT key, greatest(next_turn, statement_timestamp()) AS at FROM sign_in_counts WHERE key = $1 FOR UPDATE)
  UPDATE sign_in_counts SET next_turn = turn.at + make_interval(secs => $2) FROM turn WHERE sign_in_counts.key = turn.key
  RETURNING extract(epoch FROM turn.at - statement_timestamp())::float8 * 1000 AS "waitMs"`);

const EXPIRE = sql(`
  DELETE FROM sign_in_counts WHERE key IN (
    SELECT key FROM sign_in_counts WHERE ends_at <= now() ORDER BY ends_at LIMIT 5000 FOR UPDATE SKIP LOCKED)
  RETURNING 1`);

interface Row {
  key: Buffer;
  attempts: number;
  /** The end of the window, which tells it from the next one of the same key. */
  window: string;
  leftMs: number;
}

/** What is known of a key once an attempt is counted for it. */
export interface SignInCount {
  /** Attempts of the window that failed or are under way, this one too. */
  attempts: number;
  /** How long the window goes on, in milliseconds. */
  leftMs: number;
  /** Takes the next turn of the key. @returns how long it is until then, in milliseconds */
  takeTurn: (lengthMs: number) => Promise<number>;
}

/** What was counted, to be taken back. */
export type Counted = readonly Pick<Row, 'key' | 'window'>[];

/** Counts of sign-ins, in windows of a quarter of an hour by the database's clock, the same for all instances. */
@Injectable()
export class SignInCounts implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    this.background.every(60_000, 'Removing counts of sign-ins', () => this.expire());
  }

  /** Forgets the windows that are over. */
  async expire(): Promise<void> {
    while (!this.background.isStopping && (await this.database.query(EXPIRE)).length > 0);
  }

  /**
   * Counts an attempt for each key.
   * @param judge looks at the counts, in the order of the keys, while no other attempt is counted for them; what it throws undoes them
   */
  count<Result>(
    keys: readonly string[],
    judge: (counts: SignInCount[], counted: Counted) => Promise<Result>,
  ): Promise<Result> {
    const hashes = keys.map((key) => createHash('sha256').update(key).digest());
    return this.unitOfWork.run(async (transaction) => {
      const rows = await transaction.query<Row>(COUNT, [hashes]);
      const counts = hashes.flatMap((hash) => {
        const row = rows.find(({ key }) => key.equals(hash));
        return row === undefined ? [] : [{ ...row, takeTurn: (length: number) => takeTurn(hash, length, transaction) }];
      });
      return judge(counts, counts);
    });
  }

  /** Takes an attempt back, where its windows go on. */
  async uncount(counted: Counted): Promise<void> {
    await this.database.query(UNCOUNT, [counted.map(({ key }) => key), counted.map(({ window }) => window)]);
  }
}

async function takeTurn(hash: Buffer, lengthMs: number, transaction: Transaction): Promise<number> {
  const [turn] = await transaction.query<{ waitMs: number }>(TAKE_TURN, [hash, lengthMs / 1_000]);
  return turn?.waitMs ?? 0;
}
