// Reads statistics and the attempts that they follow from, to compare them.
import { type Reader, sql } from '#libs/database';
import { KINDS, QuizTally } from './quiz-tally.js';

/** Attempts at quizzes after $1 up to $2, except those that are not counted yet. */
export const COUNTED_ATTEMPTS = sql(`
  SELECT quiz_id AS "quizId", version, user_id AS "userId", answers, basis_points AS "basisPoints", passed, timed_out AS "timedOut",
    to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
  FROM published_attempts WHERE quiz_id > $1 AND quiz_id <= $2 AND NOT EXISTS (
    SELECT FROM (SELECT unnest(attempt_ids) AS id FROM attempts_to_count) AS uncounted WHERE uncounted.id = attempt_id)`);

const STORED = {
  scores: sql(`
    SELECT quiz_id AS "quizId", range, attempts::float8, passed::float8, timed_out::float8 AS "timedOut"
    FROM quiz_scores WHERE quiz_id = ANY ($1::uuid[])`),
  days: sql(`
    SELECT quiz_id AS "quizId", to_char(day, 'YYYY-MM-DD') AS day, attempts::float8, passed::float8
    FROM quiz_days WHERE quiz_id = ANY ($1::uuid[])`),
  questions: sql(`
    SELECT quiz_id AS "quizId", question_id AS "questionId", attempts::float8, correct::float8, rest_attempts::float8 AS "restAttempts",
      rest_correct::float8 AS "restCorrect", rest_sum::float8 AS "restSum", rest_squares::float8 AS "restSquares",
      rest_sum_of_correct::float8 AS "restSumOfCorrect"
    FROM question_statistics WHERE quiz_id = ANY ($1::uuid[])`),
};

/** The stored statistics of quizzes. */
export async function readTallies(reader: Reader, quizIds: readonly string[]): Promise<Map<string, QuizTally>> {
  const tallies = new Map<string, QuizTally>();
  for (const { kind } of KINDS) {
    for (const row of await reader.query<{ quizId: string }>(STORED[kind], [quizIds])) {
      const tally = tallies.get(row.quizId) ?? new QuizTally(row.quizId);
      tally.add({ scores: [], days: [], questions: [], [kind]: [row] });
      tallies.set(row.quizId, tally);
    }
  }
  return tallies;
}
