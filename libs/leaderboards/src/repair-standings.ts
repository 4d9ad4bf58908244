// The statements that compare standings with the attempts, and repair them: they log changes of lists as ordinary writes do.
import { isSuspended } from '#libs/profiles';
import { deferredSubjects, sql } from '#libs/database';
import { logMoves } from './ranking/log-moves.js';
import { QUIZ_STANDINGS, STANDINGS } from './standings.js';
import { TOTALS } from './user-totals.js';

/**
 * SELECT of the standings that follow from attempts. Arrays compare element by element, so that the smallest is the best attempt. Times
 * are in milliseconds.
 */
const standingsOf = (attempts: string) => `
  SELECT "quizId", "userId", best[1] AS "missedBasisPoints", best[2] AS "totalTimeMs", best[3] AS "completedAt", best[4] AS "correctCount",
    best[5] AS "totalQuestions", attempts, "sumCorrect", "sumQuestions", "sumBasisPoints", "sumTimeMs",
    ${isSuspended('totals."userId"')}::integer::bigint AS suspended
  FROM (
    SELECT quiz_id AS "quizId", user_id AS "userId", min(ARRAY[10000 - basis_points, total_time_ms,
        extract(epoch FROM completed_at) * 1000, correct_count, total_questions]::bigint[]) AS best,
      count(*) AS attempts, sum(correct_count) AS "sumCorrect", sum(total_questions) AS "sumQuestions",
      sum(basis_points) AS "sumBasisPoints", sum(total_time_ms) AS "sumTimeMs"
    FROM published_attempts WHERE ${attempts} GROUP BY quiz_id, user_id
  ) AS totals`;

const OF_EXISTING_QUIZZES = 'quiz_id IN (SELECT quiz_id FROM published_quizzes)';

/** The standings at quizzes that exist. */
export const STANDINGS_OF_QUIZZES = {
  keys: ['quizId', 'userId'],
  totals: [
    ...['missedBasisPoints', 'totalTimeMs', 'completedAt', 'correctCount', 'totalQuestions'],
    ...['attempts', 'sumCorrect', 'sumQuestions', 'sumBasisPoints', 'sumTimeMs', 'suspended'],
  ],
  expected: standingsOf(OF_EXISTING_QUIZZES),
  stored: `
    SELECT quiz_id AS "quizId", user_id AS "userId", missed_basis_points::bigint AS "missedBasisPoints",
      total_time_ms::bigint AS "totalTimeMs", (extract(epoch FROM completed_at) * 1000)::bigint AS "completedAt", correct_count::bigint AS "correctCount",
      total_questions::bigint AS "totalQuestions", attempts::bigint, sum_correct AS "sumCorrect", sum_questions AS "sumQuestions",
      sum_basis_points AS "sumBasisPoints", sum_time_ms AS "sumTimeMs", suspended::integer::bigint
    FROM quiz_standings WHERE ${OF_EXISTING_QUIZZES}`,
};

/** How many users who are not suspended made attempts at each quiz. */
export const LISTED_USERS = `
  SELECT quiz_id AS subject, count(DISTINCT user_id) AS total
  FROM published_attempts AS attempt WHERE ${OF_EXISTING_QUIZZES} AND NOT ${isSuspended('attempt.user_id')} GROUP BY quiz_id`;

/** Rebuilds the standings of the users $2 at the quiz $1. Users without attempts lose theirs. */
export const REBUILD_STANDINGS = sql(`
  WITH ranked AS (
    ${standingsOf('quiz_id = $1 AND user_id = ANY ($2::uuid[])')}
  ), former AS (
    SELECT * FROM quiz_standings WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[])
  ), removed AS (
    DELETE FROM quiz_standings WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[]) AND user_id NOT IN (SELECT "userId" FROM ranked)
  ), changed AS (
    INSERT INTO quiz_standings (quiz_id, user_id, missed_basis_points, total_time_ms, completed_at, correct_count, total_questions,
      attempts, sum_correct, sum_questions, sum_basis_points, sum_time_ms, suspended)
    SELECT "quizId", "userId", "missedBasisPoints", "totalTimeMs", to_timestamp("completedAt" / 1000.0), "correctCount", "totalQuestions",
      attempts, "sumCorrect", "sumQuestions", "sumBasisPoints", "sumTimeMs", suspended = 1 FROM ranked
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET
      (missed_basis_points, total_time_ms, completed_at, correct_count, total_questions, attempts, sum_correct, sum_questions,
        sum_basis_points, sum_time_ms, suspended) = (excluded.missed_basis_points, excluded.total_time_ms, excluded.completed_at, excluded.correct_count,
        excluded.total_questions, excluded.attempts, excluded.sum_correct, excluded.sum_questions, excluded.sum_basis_points,
        excluded.sum_time_ms, excluded.suspended)
    RETURNING *
  )
  ${logMoves(QUIZ_STANDINGS, { from: 'former', to: 'changed' })}`);

/**
 * The standings over all quizzes: the totals of attempts at quizzes that exist, and at deleted quizzes, which leave the
 * standings in the background. Suspended users have a row also without attempts.
 */
export const STANDINGS_OF_USERS = {
  keys: ['userId'],
  totals: [...TOTALS, 'suspended'],
  expected: `
    SELECT user_id AS "userId", sum(attempts)::bigint AS attempts, sum(correct)::bigint AS correct, sum(questions)::bigint AS questions,
      sum(basis_points)::bigint AS "basisPoints", sum(time_ms)::bigint AS "timeMs",
      ${isSuspended('parts.user_id')}::integer::bigint AS suspended
    FROM (
      SELECT user_id, count(*) AS attempts, sum(correct_count) AS correct, sum(total_questions) AS questions,
        sum(basis_points) AS basis_points, sum(total_time_ms) AS time_ms
      FROM published_attempts JOIN published_quizzes USING (quiz_id) GROUP BY user_id
      UNION ALL
      SELECT user_id, sum(attempts), sum(sum_correct), sum(sum_questions), sum(sum_basis_points), sum(sum_time_ms)
      FROM quiz_standings WHERE quiz_id IN (${deferredSubjects(STANDINGS)}) GROUP BY user_id
      UNION ALL
      SELECT user_id, 0, 0, 0, 0, 0 FROM published_suspensions
    ) AS parts GROUP BY user_id`,
  stored: `
    SELECT user_id AS "userId", attempts::bigint, correct::bigint, questions::bigint, basis_points::bigint AS "basisPoints",
      time_ms::bigint AS "timeMs", suspended::integer::bigint
    FROM global_standings`,
};
