// How standings are ordered, and how those of quizzes change.
import { lockName, sql } from '#libs/database';
import { logMoves } from './ranking/log-moves.js';
import { GLOBAL_BOARD, LISTED, Ranking } from './ranking/ranking.js';

/** Excludes suspensions from the transactions that change standings in other ways than submissions do. */
export const SUSPENSIONS_LOCK = lockName('suspensions');

/** The leaderboard of a quiz: higher percentage, lower time, earlier completion, user. */
export const QUIZ_STANDINGS = new Ranking({
  table: 'quiz_standings',
  board: 'quiz_id',
  keys: ['missed_basis_points', 'total_time_ms', 'completed_at'],
  endsWithTimestamp: true,
});

/** Name of the deferred deletion of a quiz's standings. */
export const STANDINGS = 'standings';

/** A user's average in basis points, rounded half up, as it is shown and ranked. */
export const AVERAGE_BASIS_POINTS = '((2 * basis_points + attempts) / (2 * attempts))';

/** The leaderboard of all users: more correct answers, higher average, lower sum of times, user. */
export const GLOBAL_STANDINGS = new Ranking({
  table: 'global_standings',
  board: `'${GLOBAL_BOARD}'::uuid`,
  keys: ['(-correct)', `(-${AVERAGE_BASIS_POINTS})`, 'time_ms'],
});

/**
 * Adds attempts to the standings of quizzes: at most one attempt per user and quiz. The transaction already holds the lock on the
 * user's attempt count at the quiz, so no other transaction changes the standing, and on the user's global standing, so that a suspension
 * has been committed or begins later. `former` reads the snapshot of the statement, which has the rows of before. Returns the number of
 * new entries of each quiz; quizzes without new entries are left out.
 */
export const ADD_TO_QUIZZES = sql(`
  WITH changed AS (
    INSERT INTO quiz_standings AS best (quiz_id, user_id, missed_basis_points, total_time_ms, completed_at, correct_count, total_questions,
      attempts, sum_correct, sum_questions, sum_basis_points, sum_time_ms, suspended)
    SELECT quiz_id, user_id, 10000 - basis_points, time_ms, completed_at, correct, questions,
      1, correct, questions, basis_points, time_ms,
      (SELECT suspended FROM global_standings AS total WHERE total.user_id = attempt.user_id)
    FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::timestamptz[])
      AS attempt (quiz_id, user_id, correct, questions, basis_points, time_ms, completed_at)
    ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET
      (missed_basis_points, total_time_ms, completed_at, correct_count, total_questions) = (
        SELECT better.* FROM (VALUES
          (best.missed_basis_points, best.total_time_ms, best.completed_at, best.correct_count, best.total_questions),
          (excluded.missed_basis_points, excluded.total_time_ms, excluded.completed_at, excluded.correct_count, excluded.total_questions)
        ) AS better (missed_basis_points, total_time_ms, completed_at, correct_count, total_questions)
        ORDER BY missed_basis_points, total_time_ms, completed_at, correct_count, total_questions LIMIT 1),
      attempts = best.attempts + 1,
      sum_correct = best.sum_correct + excluded.sum_correct,
      sum_questions = best.sum_questions + excluded.sum_questions,
      sum_basis_points = best.sum_basis_points + excluded.sum_basis_points,
      sum_time_ms = best.sum_time_ms + excluded.sum_time_ms
    RETURNING best.*
  ), former AS (
    SELECT standing.* FROM changed JOIN quiz_standings AS standing USING (quiz_id, user_id) WHERE changed.attempts > 1
  ), logged AS (
    ${logMoves(QUIZ_STANDINGS, { from: 'former', to: 'changed' })}
  )
  SELECT quiz_id AS "quizId", count(*)::integer AS users FROM changed WHERE attempts = 1 AND ${LISTED} GROUP BY quiz_id`);

/** Removes up to $2 users after $3 from the standings of a quiz. Returns the changes of their totals, which are negative. */
export const REMOVE_FROM_QUIZ = sql(`
  DELETE FROM quiz_standings WHERE ctid = ANY (ARRAY(SELECT ctid FROM quiz_standings WHERE quiz_id = $1 AND user_id > $3 ORDER BY user_id LIMIT $2))
  RETURNING user_id AS "userId", -attempts::float8 AS attempts, -sum_correct::float8 AS correct, -sum_questions::float8 AS questions,
    -sum_basis_points::float8 AS "basisPoints", -sum_time_ms::float8 AS "timeMs"`);

/** Whether the standings of a quiz hold more than $2 attempts; reads at most $2 + 1 users. */
export const HOLDS_MORE = sql(`
  SELECT coalesce(sum(attempts), 0) > $2::integer AS "isLarge"
  FROM (SELECT attempts FROM quiz_standings WHERE quiz_id = $1 LIMIT $2::integer + 1) AS part`);

/** Name of the counter of a quiz's standings. */
export const STANDING_COUNT = 'standings';

/** Name of the counter of all users with a standing. */
export const USER_COUNT = 'ranked-users';

/** Name of the counter of repairs, corrections and suspensions, on which cached pages of standings depend. */
export const STANDING_REPAIRS = 'standing-repairs';

/** The change of a counter that invalidates all cached pages. */
export const PAGES_INVALIDATED = { name: STANDING_REPAIRS, delta: 1 } as const;
