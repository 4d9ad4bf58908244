import type { RecordedAttempt } from '#libs/attempts';
import { sql, type Transaction } from '#libs/database';
import { logMoves } from './ranking/log-moves.js';
import { LISTED } from './ranking/ranking.js';
import { GLOBAL_STANDINGS } from './standings.js';

export const TOTALS = ['attempts', 'correct', 'questions', 'basisPoints', 'timeMs'] as const;

/** Totals of a user's attempts, to add to the global standings. They are negative if attempts are removed. */
export type UserTotals = { readonly userId: string } & Readonly<Record<(typeof TOTALS)[number], number>>;

/** @returns what an attempt adds to the totals of its user */
export function totalsOf(attempt: RecordedAttempt): UserTotals {
  return {
    userId: attempt.userId,
    attempts: 1,
    correct: attempt.correctCount,
    questions: attempt.totalQuestions,
    basisPoints: attempt.basisPoints,
    timeMs: attempt.totalTimeMs,
  };
}

/**
 * Adds totals: columns in $1 to $6. Returns how many entries are new. Computes the former totals from the changed row: the statement's
 * snapshot may be older, because the statement may have waited for another transaction that changed the row.
 */
const ADD = sql(`
  WITH added AS (
    SELECT user_id, sum(attempts)::bigint AS attempts, sum(correct)::bigint AS correct, sum(questions)::bigint AS questions,
      sum(basis_points)::bigint AS basis_points, sum(time_ms)::bigint AS time_ms
    FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      AS totals (user_id, attempts, correct, questions, basis_points, time_ms)
    GROUP BY user_id
  ), changed AS (
    INSERT INTO global_standings AS total (user_id, attempts, correct, questions, basis_points, time_ms)
    SELECT * FROM added ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET
      attempts = total.attempts + excluded.attempts,
      correct = total.correct + excluded.correct,
      questions = total.questions + excluded.questions,
      basis_points = total.basis_points + excluded.basis_points,
      time_ms = total.time_ms + excluded.time_ms
    RETURNING total.*
  ), former AS (
    SELECT user_id, changed.attempts - added.attempts AS attempts, changed.correct - added.correct AS correct,
      changed.basis_points - added.basis_points AS basis_points, changed.time_ms - added.time_ms AS time_ms,
      suspended
    FROM changed JOIN added USING (user_id) WHERE changed.attempts > added.attempts
  ), logged AS (
    ${logMoves(GLOBAL_STANDINGS, { from: 'former', to: 'changed' })}
  )
  SELECT count(*)::integer AS "newEntries" FROM changed JOIN added USING (user_id)
  WHERE changed.attempts = added.attempts AND ${LISTED}`);

const LOCK = sql(`
  SELECT user_id AS "userId" FROM global_standings WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id FOR UPDATE`);

/** Removes those of the users $1 whose attempts are all removed. Suspended users keep their rows. */
const REMOVE = sql(`
  WITH removed AS (
    DELETE FROM global_standings AS total USING unnest($1::uuid[], $2::bigint[]) AS added (user_id, attempts)
    WHERE total.user_id = added.user_id AND total.attempts = -added.attempts AND NOT total.suspended RETURNING total.*
  ), logged AS (
    ${logMoves(GLOBAL_STANDINGS, { from: 'removed' })}
  )
  SELECT user_id AS "userId" FROM removed`);

/** Adds to the totals of users; a user may occur repeatedly. @returns how many entries of the leaderboard are new */
export async function addToUsers(transaction: Transaction, totals: readonly UserTotals[]): Promise<number> {
  const [row] = await transaction.query<{ newEntries: number }>(ADD, [
    totals.map(({ userId }) => userId),
    ...TOTALS.map((name) => totals.map((one) => one[name])),
  ]);
  return row?.newEntries ?? 0;
}

/**
 * Changes the totals of users, which may decrease. A user without attempts has no row, unless suspended.
 * @param totals at most one of each user
 * @returns how many more entries the leaderboard has
 */
export async function changeUsers(transaction: Transaction, totals: readonly UserTotals[]): Promise<number> {
  const users = totals.map(({ userId }) => userId);
  const idsOf = (rows: readonly { userId: string }[]) => new Set(rows.map(({ userId }) => userId));
  const present = idsOf(await transaction.query<{ userId: string }>(LOCK, [users]));
  const attempts = totals.map((one) => one.attempts);
  const removed = await transaction.query<{ userId: string }>(REMOVE, [users, attempts]);
  const gone = idsOf(removed);
  const rest = totals.filter((one) => !gone.has(one.userId) && (present.has(one.userId) || one.attempts > 0));
  return (await addToUsers(transaction, rest)) - removed.length;
}
