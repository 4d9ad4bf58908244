// Adds what was counted to the rows of the statistics: one statement per table.
import { sql, type Transaction } from '#libs/database';
import type { Tally } from './tally.js';

const ADD_SCORES = sql(`
  INSERT INTO quiz_scores AS kept (quiz_id, range, attempts, passed, timed_out)
  SELECT * FROM json_to_recordset($1)
    AS added ("quizId" uuid, range smallint, attempts bigint, passed bigint, "timedOut" bigint)
  ON CONFLICT (quiz_id, range) DO UPDATE SET
    attempts = kept.attempts + excluded.attempts,
    passed = kept.passed + excluded.passed,
    timed_out = kept.timed_out + excluded.timed_out`);

const ADD_DAYS = sql(`
  INSERT INTO quiz_days AS kept (quiz_id, day, attempts, passed)
  SELECT * FROM json_to_recordset($1) AS added ("quizId" uuid, day date, attempts bigint, passed bigint)
  ON CONFLICT (quiz_id, day) DO UPDATE SET
    attempts = kept.attempts + excluded.attempts,
    passed = kept.passed + excluded.passed`);

const ADD_QUESTIONS = sql(`
  INSERT INTO question_statistics AS kept (quiz_id, question_id, attempts, correct, rest_attempts, rest_correct, rest_sum,
    rest_squares, rest_sum_of_correct)
  SELECT * FROM json_to_recordset($1) AS added ("quizId" uuid, "questionId" uuid, attempts bigint, correct bigint,
    "restAttempts" bigint, "restCorrect" bigint, "restSum" bigint, "restSquares" bigint, "restSumOfCorrect" bigint)
  ON CONFLICT (quiz_id, question_id) DO UPDATE SET
    attempts = kept.attempts + excluded.attempts,
    correct = kept.correct + excluded.correct,
    rest_attempts = kept.rest_attempts + excluded.rest_attempts,
    rest_correct = kept.rest_correct + excluded.rest_correct,
    rest_sum = kept.rest_sum + excluded.rest_sum,
    rest_squares = kept.rest_squares + excluded.rest_squares,
    rest_sum_of_correct = kept.rest_sum_of_correct + excluded.rest_sum_of_correct`);

/** A user counts once a day: as one of those who were not there before. */
const ADD_ACTIVITY = sql(`
  WITH arrived AS (
    INSERT INTO activity_users (day, user_id)
    SELECT * FROM json_to_recordset($2) AS seen (day date, "userId" uuid)
    ON CONFLICT (day, user_id) DO NOTHING
    RETURNING day
  ), newcomers AS (
    SELECT day, count(*) AS users FROM arrived GROUP BY day
  )
  INSERT INTO activity_days AS kept (day, attempts, users)
  SELECT day, attempts, coalesce(users, 0)
  FROM json_to_recordset($1) AS added (day date, attempts bigint) LEFT JOIN newcomers USING (day)
  ON CONFLICT (day) DO UPDATE SET
    attempts = kept.attempts + excluded.attempts,
    users = kept.users + excluded.users`);

/** Whoever adds holds the lock of the statistics, so that no two wait for each other's rows. */
export async function addTally(transaction: Transaction, tally: Tally): Promise<void> {
  await transaction.query(ADD_SCORES, [JSON.stringify(tally.scores)]);
  await transaction.query(ADD_DAYS, [JSON.stringify(tally.days)]);
  await transaction.query(ADD_QUESTIONS, [JSON.stringify(tally.questions)]);
  await transaction.query(ADD_ACTIVITY, [JSON.stringify(tally.activity), JSON.stringify(tally.users)]);
}
