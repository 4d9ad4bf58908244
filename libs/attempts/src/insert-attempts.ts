import { sql, type Transaction } from '#libs/database';
import type { LockedQuiz } from '#libs/quizzes';
import type { RecordedAttempt } from './events/attempts-recorded.event.js';
import { POSITION } from './feed/position.js';

/**
 * Accepts attempts while the user's count at the quiz is below its maximum, by one atomic statement, and records the accepted ones. $12
 * holds the limits of each quiz by its id; what was granted to the user is added. Starts are in the count already. A start that is over
 * is recorded with its saved answers, unless these have changed since they were read. A submission of a start by its user is accepted
 * until the start is recorded or an administrator ends it. It returns no row for a rejected submission.
 */
const RECORD = sql(`
  WITH submitted AS (
    SELECT s.*, ($12::jsonb -> quiz_id::text ->> 'timeLimitSeconds')::bigint AS time_limit_seconds
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::jsonb[], $6::smallint[], $7::smallint[],
      $8::smallint[], $9::boolean[], $10::integer[], $11::boolean[], $13::uuid[], $14::text[], $15::boolean[], $16::text[],
      $17::smallint[], $18::boolean[])
    AS s (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed, total_time_ms, timed_out,
      application_id, reference, is_started, drawn_questions, pass_percentage, is_saved)
  ), counted AS (
    INSERT INTO attempt_counts AS made (quiz_id, user_id, count)
    SELECT quiz_id, user_id, 1 FROM submitted WHERE NOT is_started ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET count = made.count + 1
      WHERE made.count < made.extra_attempts + ($12::jsonb -> made.quiz_id::text ->> 'maxAttempts')::integer
    RETURNING quiz_id, user_id, extra_seconds
  ), ended AS (
    DELETE FROM starts USING submitted
    WHERE is_started AND (starts.quiz_id, starts.user_id, starts.id) = (submitted.quiz_id, submitted.user_id, submitted.id)
      AND CASE WHEN is_saved THEN (is_ended OR ends_at < now()) AND starts.answers = submitted.answers ELSE NOT is_ended END
    RETURNING starts.quiz_id, starts.user_id, NULL::integer AS extra_seconds
  ), accepted AS (
    SELECT * FROM counted UNION ALL SELECT * FROM ended
  )
  INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
    total_time_ms, timed_out, completed_at, grading, application_id, reference, drawn_questions,
    pass_percentage, change_position)
  SELECT quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
    total_time_ms,
    timed_out OR (NOT is_started AND time_limit_seconds > 0 AND total_time_ms > 1000 * (time_limit_seconds + extra_seconds)), now(),
    nullif(($12::jsonb -> quiz_id::text ->> 'grading')::integer, 0), application_id, reference, drawn_questions::smallint[],
    pass_percentage, ${POSITION}
  FROM submitted JOIN accepted USING (quiz_id, user_id)
  RETURNING id, timed_out AS "timedOut"`);

/** An attempt to record. */
interface Insertion {
  readonly attempt: RecordedAttempt;
  /** Whether it takes the place of an open start, whose id it has. */
  readonly isStarted: boolean;
  /** Whether it was saved, and not submitted. */
  readonly isSaved: boolean;
}

/**
 * Records attempts at quizzes whose locks the transaction holds: at most one of each user and quiz.
 * @returns the accepted ones, timed out also by the limit
 */
export async function insertAttempts(
  transaction: Transaction,
  insertions: readonly Insertion[],
  quizzes: ReadonlyMap<string, LockedQuiz>,
): Promise<RecordedAttempt[]> {
  const attempts = insertions.map(({ attempt }) => attempt);
  const rows = await transaction.query<{ id: string; timedOut: boolean }>(RECORD, [
    attempts.map(({ quizId }) => quizId),
    attempts.map(({ attemptId }) => attemptId),
    attempts.map(({ userId }) => userId),
    attempts.map(({ version }) => version),
    attempts.map(({ answers }) => JSON.stringify(answers)),
    attempts.map(({ correctCount }) => correctCount),
    attempts.map(({ totalQuestions }) => totalQuestions),
    attempts.map(({ basisPoints }) => basisPoints),
    attempts.map(({ passed }) => passed),
    attempts.map(({ totalTimeMs }) => totalTimeMs),
    attempts.map(({ timedOut }) => timedOut),
    JSON.stringify(Object.fromEntries(quizzes)),
    attempts.map(({ applicationId }) => applicationId),
    attempts.map(({ reference }) => reference),
    insertions.map(({ isStarted }) => isStarted),
    // As texts, because the rows of an array of arrays have the same length.
    attempts.map(({ drawnQuestions }) => drawnQuestions && `{${drawnQuestions.join()}}`),
    attempts.map(({ passPercentage }) => passPercentage),
    insertions.map(({ isSaved }) => isSaved),
  ]);
  const recorded = new Map(rows.map(({ id, timedOut }) => [id, timedOut]));
  return attempts.flatMap((attempt) => {
    const timedOut = recorded.get(attempt.attemptId);
    return timedOut === undefined ? [] : { ...attempt, timedOut };
  });
}
