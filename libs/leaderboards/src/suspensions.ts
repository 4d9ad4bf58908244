// The statements that hide standings of users who are suspended, and show them again.
import { isSuspended } from '#libs/profiles';
import { sql, type Transaction } from '#libs/database';
import { logMoves } from './ranking/log-moves.js';
import { GLOBAL_STANDINGS, QUIZ_STANDINGS } from './standings.js';

/**
 * Lists or hides the users $1, as they are suspended or not. Returns how many more entries the leaderboard has. Suspended users without
 * attempts get a row too, because submissions lock the row of their user.
 */
const FOLLOW = sql(`
  WITH changed AS (
    INSERT INTO global_standings AS total (user_id, attempts, correct, questions, basis_points, time_ms, suspended)
    SELECT user_id, 0, 0, 0, 0, 0, true FROM unnest($1::uuid[]) AS followed (user_id) ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET suspended = total.attempts = 0 OR ${isSuspended('total.user_id')}
    RETURNING total.*
  ), former AS (
    SELECT changed.user_id, changed.attempts, changed.correct, changed.basis_points, changed.time_ms,
      coalesce(earlier.suspended, false) AS suspended
    FROM changed LEFT JOIN global_standings AS earlier USING (user_id) WHERE changed.attempts > 0
  ), logged AS (
    ${logMoves(GLOBAL_STANDINGS, { from: 'former', to: 'changed' })}
  )
  SELECT coalesce(sum(former.suspended::integer - changed.suspended::integer), 0)::integer AS users
  FROM changed JOIN former USING (user_id)`);

/** Removes the rows of users $1 who are no longer suspended and made no attempts. */
const REMOVE_EMPTY = sql(`
  DELETE FROM global_standings AS total
  WHERE user_id = ANY ($1::uuid[]) AND attempts = 0 AND NOT ${isSuspended('total.user_id')}`);

/**
 * Lists or hides users on the leaderboard over all quizzes, as they are suspended or not. Submissions lock the same rows: each sees the
 * suspension, or later statements of this transaction see its standings.
 * @returns how many more entries the leaderboard has
 */
export async function followSuspensions(transaction: Transaction, userIds: readonly string[]): Promise<number> {
  const [row] = await transaction.query<{ users: number }>(FOLLOW, [userIds]);
  await transaction.query(REMOVE_EMPTY, [userIds]);
  return row?.users ?? 0;
}

/**
 * Lists or hides the users $1 at all quizzes, also at those that are being restored. Returns how many more entries the leaderboards of
 * quizzes that exist have. The attempts tell at which quizzes a user has standings: an index of standings by user would cost each
 * submission more.
 */
export const FOLLOW_SUSPENSIONS_AT_QUIZZES = sql(`
  WITH former AS (
    SELECT standing.* FROM (
      SELECT DISTINCT quiz_id, user_id FROM published_attempts WHERE user_id = ANY ($1::uuid[])
    ) AS made JOIN quiz_standings AS standing USING (quiz_id, user_id)
    WHERE suspended <> ${isSuspended('made.user_id')}
  ), changed AS (
    UPDATE quiz_standings AS standing SET suspended = NOT former.suspended FROM former
    WHERE standing.quiz_id = former.quiz_id AND standing.user_id = former.user_id RETURNING standing.*
  ), logged AS (
    ${logMoves(QUIZ_STANDINGS, { from: 'former', to: 'changed' })}
  )
  SELECT quiz_id AS "quizId", sum(CASE WHEN suspended THEN -1 ELSE 1 END)::integer AS users
  FROM changed JOIN published_quizzes USING (quiz_id) GROUP BY quiz_id`);
