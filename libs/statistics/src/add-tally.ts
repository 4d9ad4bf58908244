// Adds a tally to the statistics: one statement per table.
import { sql, type Transaction } from '#libs/database';
import type { Tally } from './tally.js';

const ADD_SCORES = sql(`
  INSERT INTO quiz_scores AS stored (quiz_id, range, attempts, passed, timed_out)
  SELECT * FROM json_to_recordset($1)
    AS added ("quizId" uuid, range smallint, attempts bigint, passed bigint, "timedOut" bigint)
  ON CONFLICT (quiz_id, range) DO UPDATE SET
    attempts = stored.attempts + excluded.attempts,
    passed = stored.passed + excluded.passed,
    timed_out = stored.timed_out + excluded.timed_out`);

const ADD_DAYS = sql(`
  INSERT INTO quiz_days AS stored (quiz_id, day, attempts, passed)
  SELECT * FROM json_to_recordset($1) AS added ("quizId" uuid, day date, attempts bigint, passed bigint)
  ON CONFLICT (quiz_id, day) DO UPDATE SET
    attempts = stored.attempts + excluded.attempts,
    passed = stored.passed + excluded.passed`);

const ADD_QUESTIONS = sql(`
  INSERT INTO question_statistics AS stored (quiz_id, question_id, attempts, correct, rest_attempts, rest_correct, rest_sum,
    rest_squares, rest_sum_of_correct)
  SELECT * FROM json_to_recordset($1) AS added ("quizId" uuid, "questionId" uuid, attempts bigint, correct bigint,
    "restAttempts" bigint, "restCorrect" bigint, "restSum" bigint, "restSquares" bigint, "restSumOfCorrect" bigint)
  ON CONFLICT (quiz_id, question_id) DO UPDATE SET
    attempts = stored.attempts + excluded.attempts,
    correct = stored.correct + excluded.correct,
    rest_attempts = stored.rest_attempts + excluded.rest_attempts,
    rest_correct = stored.rest_correct + excluded.rest_correct,
    rest_sum = stored.rest_sum + excluded.rest_sum,
    rest_squares = stored.rest_squares + excluded.rest_squares,
    rest_sum_of_correct = stored.rest_sum_of_correct + excluded.rest_sum_of_correct`);

/** A user counts once a day. */
const ADD_ACTIVITY = sql(`
  WITH arrived AS (
    INSERT INTO activity_users (day, user_id)
    SELECT * FROM json_to_recordset($2) AS seen (day date, "userId" uuid)
    ON CONFLICT (day, user_id) DO NOTHING
    RETURNING day
  ), newcomers AS (
    SELECT day, count(*) AS users FROM arrived GROUP BY day
  )
  INSERT INTO activity_days AS stored (day, attempts, users)
  SELECT day, attempts, coalesce(users, 0)
  FROM json_to_recordset($1) AS added (day date, attempts bigint) LEFT JOIN newcomers USING (day)
  ON CONFLICT (day) DO UPDATE SET
    attempts = stored.attempts + excluded.attempts,
    users = stored.users + excluded.users`);

/** The transaction holds the lock of the statistics, so that no two wait for each other's rows. */
export async function addTally(transaction: Transaction, tally: Tally): Promise<void> {
  await transaction.query(ADD_SCORES, [JSON.stringify(tally.scores)]);
  await transaction.query(ADD_DAYS, [JSON.stringify(tally.days)]);
  await transaction.query(ADD_QUESTIONS, [JSON.stringify(tally.questions)]);
  await transaction.query(ADD_ACTIVITY, [JSON.stringify(tally.activity), JSON.stringify(tally.users)]);
}
