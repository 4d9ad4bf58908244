// The statements that compare standings with the attempts, and repair them: they log changes of lists as ordinary writes do.
import { MAX, NIL } from 'uuid';
import { isSuspended } from '#libs/profiles';
import { deferredSubjects, sql, type Statement } from '#libs/database';
import { RESTORATIONS } from '#libs/quizzes';
import { logMoves } from './ranking/log-moves.js';
import { QUIZ_STANDINGS, STANDINGS } from './standings.js';

const COLUMNS = [
  ...['missed_basis_points', 'total_time_ms', 'completed_at', 'correct_count', 'total_questions'],
  ...['attempts', 'sum_correct', 'sum_questions', 'sum_basis_points', 'sum_time_ms', 'suspended'],
];

/**
 * SELECT of the standings that follow from attempts. Arrays compare element by element, so that the smallest is the best attempt. Its
 * time is in milliseconds.
 */
const standingsOf = (attempts: string) => `
  SELECT quiz_id, user_id, best[1]::smallint AS missed_basis_points, best[2]::integer AS total_time_ms,
    to_timestamp(best[3] / 1000.0)::timestamptz(3) AS completed_at, best[4]::smallint AS correct_count,
    best[5]::smallint AS total_questions, attempts, sum_correct, sum_questions, sum_basis_points, sum_time_ms,
    ${isSuspended('totals.user_id')} AS suspended
  FROM (
    SELECT quiz_id, user_id, min(ARRAY[10000 - basis_points, total_time_ms,
        extract(epoch FROM completed_at) * 1000, correct_count, total_questions]::bigint[]) AS best,
      count(*)::integer AS attempts, sum(correct_count)::bigint AS sum_correct, sum(total_questions)::bigint AS sum_questions,
      sum(basis_points)::bigint AS sum_basis_points, sum(total_time_ms)::bigint AS sum_time_ms
    FROM published_attempts WHERE ${attempts} GROUP BY quiz_id, user_id
  ) AS totals`;

const OF_EXISTING_QUIZZES = 'quiz_id IN (SELECT quiz_id FROM published_quizzes)';

/** The standings at quizzes that exist. */
export const STANDINGS_OF_QUIZZES = {
  table: 'quiz_standings',
  keys: ['quiz_id', 'user_id'],
  columns: COLUMNS,
  where: OF_EXISTING_QUIZZES,
  expected: standingsOf(OF_EXISTING_QUIZZES),
};

/** How many users who are not suspended made attempts at each quiz. */
export const LISTED_USERS = `
  SELECT quiz_id AS subject, count(DISTINCT user_id) AS total
  FROM published_attempts AS attempt WHERE ${OF_EXISTING_QUIZZES} AND NOT ${isSuspended('attempt.user_id')} GROUP BY quiz_id`;

/** The attempts at the quiz $1 of users after the last one who has a standing at it. */
const NOT_ADDED = `quiz_id = $1 AND user_id >
  coalesce((SELECT user_id FROM quiz_standings WHERE quiz_id = $1 ORDER BY user_id DESC LIMIT 1), '${NIL}')`;

/**
 * Adds standings at the quiz $1, in the order of users: those that follow from so many more attempts, and from the rest of the attempts of
 * the last user. Returns the totals of these users.
 */
export const addStandings = (attempts: number): Statement =>
  sql(`
  INSERT INTO quiz_standings (quiz_id, user_id, ${COLUMNS.join(', ')})
  SELECT quiz_id, user_id, ${COLUMNS.join(', ')} FROM (${standingsOf(`${NOT_ADDED} AND user_id <= coalesce((
      SELECT user_id FROM published_attempts WHERE ${NOT_ADDED} ORDER BY user_id LIMIT 1 OFFSET ${attempts - 1}
    ), '${MAX}')`)}) AS ranked
  RETURNING user_id AS "userId", attempts::float8, sum_correct::float8 AS correct, sum_questions::float8 AS questions,
    sum_basis_points::float8 AS "basisPoints", sum_time_ms::float8 AS "timeMs"`);

/** Rebuilds the standings of the users $2 at the quiz $1. Users without attempts lose theirs. */
export const REBUILD_STANDINGS = sql(`
  WITH ranked AS (
    ${standingsOf('quiz_id = $1 AND user_id = ANY ($2::uuid[])')}
  ), former AS (
    SELECT * FROM quiz_standings WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[])
  ), removed AS (
    DELETE FROM quiz_standings WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[]) AND user_id NOT IN (SELECT user_id FROM ranked)
  ), changed AS (
    INSERT INTO quiz_standings (quiz_id, user_id, ${COLUMNS.join(', ')})
    SELECT quiz_id, user_id, ${COLUMNS.join(', ')} FROM ranked
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET
      (${COLUMNS.join(', ')}) = (${COLUMNS.map((column) => `excluded.${column}`).join(', ')})
    RETURNING *
  )
  ${logMoves(QUIZ_STANDINGS, { from: 'former', to: 'changed' })}`);

/**
 * The standings over all quizzes: the totals of attempts at quizzes that exist, and at deleted quizzes that leave the standings in the
 * background, or come back. Suspended users have a row also without attempts.
 */
export const STANDINGS_OF_USERS = {
  table: 'global_standings',
  keys: ['user_id'],
  columns: ['attempts', 'correct', 'questions', 'basis_points', 'time_ms', 'suspended'],
  expected: `
    SELECT user_id, sum(attempts)::bigint AS attempts, sum(correct)::bigint AS correct, sum(questions)::bigint AS questions,
      sum(basis_points)::bigint AS basis_points, sum(time_ms)::bigint AS time_ms,
      ${isSuspended('parts.user_id')} AS suspended
    FROM (
      SELECT user_id, count(*) AS attempts, sum(correct_count) AS correct, sum(total_questions) AS questions,
        sum(basis_points) AS basis_points, sum(total_time_ms) AS time_ms
      FROM published_attempts JOIN published_quizzes USING (quiz_id) GROUP BY user_id
      UNION ALL
      SELECT user_id, sum(attempts), sum(sum_correct), sum(sum_questions), sum(sum_basis_points), sum(sum_time_ms)
      FROM quiz_standings WHERE quiz_id IN (${deferredSubjects(STANDINGS)} UNION ALL ${deferredSubjects(RESTORATIONS)}) GROUP BY user_id
      UNION ALL
      SELECT user_id, 0, 0, 0, 0, 0 FROM published_suspensions
    ) AS parts GROUP BY user_id`,
};
