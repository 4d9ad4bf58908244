// The statements that read standings to compare them, and set them right: they log changes of lists as ordinary writes do.
import { distinctValues, isIndexed, logChanges } from '#libs/projections';
import { sql } from '#libs/database';
import { addToUsers, QUIZ_STANDINGS } from './standings.js';

/** Of all users at quizzes behind $1 up to $2, in the order of quiz and user. */
export const STANDINGS_OF_RANGE = sql(`
  SELECT quiz_id AS "quizId", user_id AS "userId", concat_ws(' ', miss, total_time_ms,
    (extract(epoch FROM completed_at) * 1000)::bigint, correct_count, total_questions, attempts, sum_correct, sum_questions,
    sum_hundredths, sum_time_ms) AS figures
  FROM quiz_standings WHERE quiz_id > $1 AND quiz_id <= $2 ORDER BY quiz_id, user_id`);

/** Replaces the standings of the users $2 at the quiz $1 by those in $3; who has none there loses theirs. */
export const SET_STANDINGS = sql(`
  WITH ranked AS (
    SELECT * FROM json_to_recordset($3) AS ranked ("userId" uuid, miss smallint, "totalTimeMs" integer, "completedAt" float8,
      "correctCount" smallint, "totalQuestions" smallint, attempts integer, "sumCorrect" bigint, "sumQuestions" bigint,
      "sumHundredths" bigint, "sumTimeMs" bigint)
  ), before AS (
    SELECT * FROM quiz_standings WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[])
  ), removed AS (
    DELETE FROM quiz_standings WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[]) AND user_id NOT IN (SELECT "userId" FROM ranked)
  ), changed AS (
    INSERT INTO quiz_standings (quiz_id, user_id, miss, total_time_ms, completed_at, correct_count, total_questions,
      attempts, sum_correct, sum_questions, sum_hundredths, sum_time_ms)
    SELECT $1, "userId", miss, "totalTimeMs", to_timestamp("completedAt" / 1000), "correctCount", "totalQuestions",
      attempts, "sumCorrect", "sumQuestions", "sumHundredths", "sumTimeMs" FROM ranked
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET
      (miss, total_time_ms, completed_at, correct_count, total_questions, attempts, sum_correct, sum_questions, sum_hundredths,
        sum_time_ms) = (excluded.miss, excluded.total_time_ms, excluded.completed_at, excluded.correct_count,
        excluded.total_questions, excluded.attempts, excluded.sum_correct, excluded.sum_questions, excluded.sum_hundredths,
        excluded.sum_time_ms)
    RETURNING *
  ), moved AS (
    SELECT quiz_id AS subject, ${QUIZ_STANDINGS.position}, 1 AS delta FROM changed WHERE ${isIndexed(QUIZ_STANDINGS, 'quiz_id')}
    UNION ALL
    SELECT quiz_id, ${QUIZ_STANDINGS.position}, -1 FROM before WHERE ${isIndexed(QUIZ_STANDINGS, 'quiz_id')}
  )
  ${logChanges(QUIZ_STANDINGS, 'moved')}`);

/**
 * The standing of each user over all quizzes, and what is part of it only until the deleted quizzes $1 have left it in the background,
 * in the order of users.
 */
export const STANDINGS_OF_USERS = sql(`
  SELECT user_id AS "userId", total.user_id IS NOT NULL AS "isRanked",
    ARRAY[total.attempts, total.correct, total.questions, total.hundredths, total.time_ms]::float8[] AS figures,
    ARRAY[leaving.attempts, leaving.correct, leaving.questions, leaving.hundredths, leaving.time_ms]::float8[] AS leaving
  FROM global_standings AS total FULL JOIN (
    SELECT user_id, sum(attempts) AS attempts, sum(sum_correct) AS correct, sum(sum_questions) AS questions,
      sum(sum_hundredths) AS hundredths, sum(sum_time_ms) AS time_ms
    FROM quiz_standings WHERE quiz_id = ANY ($1::uuid[]) GROUP BY user_id
  ) AS leaving USING (user_id)
  ORDER BY user_id`);

/** Adds what is missing to the sums of users: columns in $1 to $6. */
export const ADD_SUMS = sql(
  addToUsers(
    `SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      AS missing (user_id, attempts, correct, questions, hundredths, time_ms)`,
  ),
);

/** The quizzes that standings are kept of; a look-up for each. */
export const RANKED_QUIZZES = distinctValues('quiz_standings', 'quiz_id', 'quizId');

/** Rows that are deleted at once. */
export const ORPHANED_ROWS_STEP = 2_000;

export const DELETE_ORPHANED_ROWS = sql(`
  DELETE FROM quiz_standings WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM quiz_standings WHERE quiz_id = $1 ORDER BY user_id LIMIT ${ORPHANED_ROWS_STEP}))
  RETURNING 1`);
