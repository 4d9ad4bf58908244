// How standings are ranked and changed: the statements, set-wise, with locks in a fixed order.
import { sql } from '#libs/platform';

/** The ranking of a quiz: higher percentage, lower time, earlier completion, user. */
export const QUIZ_RANKING = 'miss, total_time_ms, completed_at, user_id';

/** A user's average in hundredths of a percent, rounded half up, as it is shown and ranked. */
export const AVERAGE_HUNDREDTHS = '((2 * hundredths + attempts) / (2 * attempts))';

/** The ranking of all users: more correct answers, higher average, lower sum of times, user. */
export const GLOBAL_RANKING = `correct DESC, ${AVERAGE_HUNDREDTHS} DESC, time_ms, user_id`;

/** Records attempts, at most one of the same user at the same quiz. Returns for each quiz its new users and attempts. */
export const ADD_TO_QUIZZES = sql(`
  WITH changed AS (
    INSERT INTO quiz_standings AS best (quiz_id, user_id, miss, total_time_ms, completed_at, correct_count, total_questions,
      attempts, sum_correct, sum_questions, sum_hundredths, sum_time_ms)
    SELECT quiz_id, user_id, 10000 - hundredths, time_ms, completed_at, correct, questions,
      1, correct, questions, hundredths, time_ms
    FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::timestamptz[])
      AS attempt (quiz_id, user_id, correct, questions, hundredths, time_ms, completed_at)
    ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET
      (miss, total_time_ms, completed_at, correct_count, total_questions) = (
        SELECT better.* FROM (VALUES
          (best.miss, best.total_time_ms, best.completed_at, best.correct_count, best.total_questions),
          (excluded.miss, excluded.total_time_ms, excluded.completed_at, excluded.correct_count, excluded.total_questions)
        ) AS better (miss, total_time_ms, completed_at, correct_count, total_questions)
        ORDER BY miss, total_time_ms, completed_at LIMIT 1),
      attempts = best.attempts + 1,
      sum_correct = best.sum_correct + excluded.sum_correct,
      sum_questions = best.sum_questions + excluded.sum_questions,
      sum_hundredths = best.sum_hundredths + excluded.sum_hundredths,
      sum_time_ms = best.sum_time_ms + excluded.sum_time_ms
    RETURNING quiz_id, attempts
  )
  SELECT quiz_id AS "quizId", (count(*) FILTER (WHERE attempts = 1))::integer AS users, count(*)::integer AS attempts
  FROM changed GROUP BY quiz_id`);

/** Adds the sums of attempts to their users. Returns how many users are new. */
export const ADD_TO_USERS = sql(`
  WITH changed AS (
    INSERT INTO global_standings AS total (user_id, attempts, correct, questions, hundredths, time_ms)
    SELECT user_id, count(*), sum(correct), sum(questions), sum(hundredths), sum(time_ms)
    FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
      AS attempt (user_id, correct, questions, hundredths, time_ms)
    GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET
      attempts = total.attempts + excluded.attempts,
      correct = total.correct + excluded.correct,
      questions = total.questions + excluded.questions,
      hundredths = total.hundredths + excluded.hundredths,
      time_ms = total.time_ms + excluded.time_ms
    RETURNING (xmax = 0) AS is_new
  )
  SELECT count(*) FILTER (WHERE is_new)::integer AS added FROM changed`);

/** Takes up to $2 users off the standings of a quiz. */
export const TAKE_OFF_QUIZ = sql(`
  DELETE FROM quiz_standings WHERE (quiz_id, user_id) IN (
    SELECT quiz_id, user_id FROM quiz_standings WHERE quiz_id = $1 LIMIT $2)
  RETURNING user_id AS "userId", attempts, sum_correct AS correct, sum_questions AS questions, sum_hundredths AS hundredths,
    sum_time_ms AS "timeMs"`);

export const LOCK_USERS = sql(`
  SELECT user_id FROM global_standings WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id FOR UPDATE`);

/** Users to whom nothing is left; to be deleted before the others are reduced. */
export const REMOVE_USERS = sql(`
  DELETE FROM global_standings AS total USING unnest($1::uuid[], $2::bigint[]) AS gone (user_id, attempts)
  WHERE total.user_id = gone.user_id AND total.attempts = gone.attempts RETURNING 1`);

export const REDUCE_USERS = sql(`
  UPDATE global_standings AS total SET
    attempts = total.attempts - gone.attempts,
    correct = total.correct - gone.correct,
    questions = total.questions - gone.questions,
    hundredths = total.hundredths - gone.hundredths,
    time_ms = total.time_ms - gone.time_ms
  FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    AS gone (user_id, attempts, correct, questions, hundredths, time_ms)
  WHERE total.user_id = gone.user_id`);

/** Whether the standings of a quiz hold more than $2 attempts; looks at no more users than that. */
export const HOLDS_MORE = sql(`
  SELECT coalesce(sum(attempts), 0) > $2::integer AS "isLarge"
  FROM (SELECT attempts FROM quiz_standings WHERE quiz_id = $1 LIMIT $2::integer + 1) AS part`);

/** Name of the kept count of a quiz's standings. */
export const STANDING_COUNT = 'standings';

/** Name of the kept count of all attempts that entered a quiz's standings: it changes whenever they do. */
export const STANDING_CHANGES = 'standing-changes';

/** Name of the kept count of all users with a standing. */
export const USER_COUNT = 'ranked-users';
