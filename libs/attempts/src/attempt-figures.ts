// The totals of users' attempts at quizzes, computed from the attempts themselves: stored totals are compared with them.
import { distinctValues } from '#libs/projections';
import { sql } from '#libs/database';

/** A user's attempts at one quiz. */
export interface AttemptFigures extends Record<string, unknown> {
  quizId: string;
  userId: string;
  attempts: number;
  /** The numbers that {@link FIGURES} names, in that order, with spaces between: a million of them are compared as they are. */
  figures: string;
}

/**
 * The best attempt, which ranks first by the basis points that it is below 100 %, then by its time and by its end (Unix time),
 * both in milliseconds; then sums over all attempts.
 */
export const FIGURES = [
  ...['miss', 'totalTimeMs', 'completedAt', 'correctCount', 'totalQuestions'],
  ...['attempts', 'sumCorrect', 'sumQuestions', 'sumHundredths', 'sumTimeMs'],
] as const;

/** Arrays compare part by part, so that the least of them is the best attempt. */
const COLUMNS = `quiz_id AS "quizId", user_id AS "userId", count(*)::integer AS attempts,
  array_to_string(min(ARRAY[10000 - hundredths, total_time_ms, extract(epoch FROM completed_at) * 1000, correct_count,
    total_questions]::bigint[]) || ARRAY[count(*), sum(correct_count), sum(total_questions), sum(hundredths), sum(total_time_ms)], ' ')
  AS figures`;

/** Of all users at quizzes behind $1 up to $2, in the order of quiz and user. */
export const FIGURES_OF_RANGE = sql(`
  SELECT ${COLUMNS} FROM attempts WHERE quiz_id > $1 AND quiz_id <= $2 GROUP BY quiz_id, user_id ORDER BY quiz_id, user_id`);

/** Of the users $2 at the quiz $1. */
export const FIGURES_OF_USERS = sql(`
  SELECT ${COLUMNS} FROM attempts WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[]) GROUP BY quiz_id, user_id ORDER BY user_id`);

/** Of all users over all quizzes but $1, in the order of users. */
export const SUMS_OF_USERS = sql(`
  SELECT user_id AS "userId", count(*)::float8 AS attempts, sum(correct_count)::float8 AS correct,
    sum(total_questions)::float8 AS questions, sum(hundredths)::float8 AS hundredths, sum(total_time_ms)::float8 AS "timeMs"
  FROM attempts WHERE quiz_id <> ALL ($1::uuid[]) GROUP BY user_id ORDER BY user_id`);

/** The quizzes that attempts are kept of; a look-up for each. */
export const ATTEMPTED_QUIZZES = distinctValues('attempts', 'quiz_id', 'quizId');
