// How standings are ranked and changed: the statements, set-wise, with locks in a fixed order.
import { isDeferred, isIndexed, logChanges, OrderedList, POSITION, WHOLE_TABLE } from '#libs/projections';
import { sql } from '#libs/database';

/** The leaderboard of a quiz: higher percentage, lower time, earlier completion, user. */
export const QUIZ_STANDINGS = new OrderedList({
  name: 'quiz-standings',
  table: 'quiz_standings',
  subject: 'quiz_id',
  keys: [
    { column: 'miss', kind: 'number' },
    { column: 'total_time_ms', kind: 'number' },
    { column: 'completed_at', kind: 'timestamp' },
  ],
  id: 'user_id',
});

/** Name of the deferred deletion of a quiz's standings. */
export const STANDINGS = 'standings';

/** A user's average in basis points, rounded half up, as it is shown and ranked. */
export const AVERAGE_BASIS_POINTS = '((2 * hundredths + attempts) / (2 * attempts))';

/** The leaderboard of all users: more correct answers, higher average, lower sum of times, user. */
export const GLOBAL_STANDINGS = new OrderedList({
  name: 'global-standings',
  table: 'global_standings',
  keys: [
    { column: '(-correct)', kind: 'number' },
    { column: `(-${AVERAGE_BASIS_POINTS})`, kind: 'number' },
    { column: 'time_ms', kind: 'number' },
  ],
  id: 'user_id',
  // Every user of a large quiz moves.
  unless: isDeferred(STANDINGS),
});

/**
 * Records attempts, at most one of the same user at the same quiz, whose count of attempts the transaction holds: what it reads of
 * a standing is what it changes. Returns how many users are new, for each quiz that has any.
 */
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
        ORDER BY miss, total_time_ms, completed_at, correct_count, total_questions LIMIT 1),
      attempts = best.attempts + 1,
      sum_correct = best.sum_correct + excluded.sum_correct,
      sum_questions = best.sum_questions + excluded.sum_questions,
      sum_hundredths = best.sum_hundredths + excluded.sum_hundredths,
      sum_time_ms = best.sum_time_ms + excluded.sum_time_ms
    RETURNING best.*
  ), moved AS (
    SELECT quiz_id AS subject, ${QUIZ_STANDINGS.position}, 1 AS delta FROM changed WHERE ${isIndexed(QUIZ_STANDINGS, 'quiz_id')}
    UNION ALL
    SELECT quiz_id, ${QUIZ_STANDINGS.position}, -1 FROM quiz_standings
    WHERE (quiz_id, user_id) IN (
      SELECT quiz_id, user_id FROM changed WHERE attempts > 1 AND ${isIndexed(QUIZ_STANDINGS, 'quiz_id')})
  ), logged AS (
    ${logChanges(QUIZ_STANDINGS, 'moved')}
  )
  SELECT quiz_id AS "quizId", count(*)::integer AS users FROM changed WHERE attempts = 1 GROUP BY quiz_id`);

/**
 * SQL of the changes of users' places: where they stand now that they are `changed`, and where they stood, which is now less or more
 * the figures in `difference`. Nothing where that is before their first attempt.
 */
function movedUsers(difference: string, sign: '+' | '-'): string {
  const before = ['attempts', 'correct', 'hundredths', 'time_ms'].map(
    (figure) => `changed.${figure} ${sign} ${difference}.${figure} AS ${figure}`,
  );
  return `
    SELECT '${WHOLE_TABLE}'::uuid AS subject, ${POSITION}, delta
    FROM (
      SELECT ${GLOBAL_STANDINGS.position}, 1 AS delta FROM changed
      UNION ALL
      SELECT ${GLOBAL_STANDINGS.position}, -1
      FROM (SELECT user_id, ${before.join(', ')} FROM changed JOIN ${difference} USING (user_id)) AS before WHERE attempts > 0
    ) AS moved
    WHERE ${isIndexed(GLOBAL_STANDINGS, `'${WHOLE_TABLE}'`)}`;
}

/** SQL that adds sums to users, one row for each user in `added`. Returns how many users are new. */
export function addToUsers(added: string): string {
  return `
  WITH added AS (
    ${added}
  ), changed AS (
    INSERT INTO global_standings AS total (user_id, attempts, correct, questions, hundredths, time_ms)
    SELECT user_id, attempts, correct, questions, hundredths, time_ms FROM added ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET
      attempts = total.attempts + excluded.attempts,
      correct = total.correct + excluded.correct,
      questions = total.questions + excluded.questions,
      hundredths = total.hundredths + excluded.hundredths,
      time_ms = total.time_ms + excluded.time_ms
    RETURNING total.*
  ), moved AS (
    ${movedUsers('added', '-')}
  ), logged AS (
    ${logChanges(GLOBAL_STANDINGS, 'moved')}
  )
  SELECT count(*)::integer AS added FROM changed JOIN added USING (user_id) WHERE changed.attempts = added.attempts`;
}

/** Adds the sums of attempts to their users. */
export const ADD_TO_USERS = sql(
  addToUsers(`SELECT user_id, count(*) AS attempts, sum(correct)::bigint AS correct, sum(questions)::bigint AS questions,
      sum(hundredths)::bigint AS hundredths, sum(time_ms)::bigint AS time_ms
    FROM unnest($1::uuid[], $2::integer[], $3::integer[], $4::integer[], $5::integer[])
      AS attempt (user_id, correct, questions, hundredths, time_ms)
    GROUP BY user_id`),
);

/** Takes up to $2 users behind $3 off the standings of a quiz. */
export const TAKE_OFF_QUIZ = sql(`
  DELETE FROM quiz_standings WHERE ctid = ANY (ARRAY(SELECT ctid FROM quiz_standings WHERE quiz_id = $1 AND user_id > $3 ORDER BY user_id LIMIT $2))
  RETURNING user_id AS "userId", attempts, sum_correct AS correct, sum_questions AS questions, sum_hundredths AS "basisPoints",
    sum_time_ms AS "timeMs"`);

export const LOCK_USERS = sql(`
  SELECT user_id FROM global_standings WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id FOR UPDATE`);

/** Users to whom nothing is left; to be deleted before the others are reduced. */
export const REMOVE_USERS = sql(`
  WITH removed AS (
    DELETE FROM global_standings AS total USING unnest($1::uuid[], $2::bigint[]) AS gone (user_id, attempts)
    WHERE total.user_id = gone.user_id AND total.attempts = gone.attempts RETURNING total.*
  ), moved AS (
    SELECT '${WHOLE_TABLE}'::uuid AS subject, ${GLOBAL_STANDINGS.position}, -1 AS delta FROM removed
    WHERE ${isIndexed(GLOBAL_STANDINGS, `'${WHOLE_TABLE}'`)}
  ), logged AS (
    ${logChanges(GLOBAL_STANDINGS, 'moved')}
  )
  SELECT 1 FROM removed`);

export const REDUCE_USERS = sql(`
  WITH gone AS (
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      AS gone (user_id, attempts, correct, questions, hundredths, time_ms)
  ), changed AS (
    UPDATE global_standings AS total SET
      attempts = total.attempts - gone.attempts,
      correct = total.correct - gone.correct,
      questions = total.questions - gone.questions,
      hundredths = total.hundredths - gone.hundredths,
      time_ms = total.time_ms - gone.time_ms
    FROM gone WHERE total.user_id = gone.user_id
    RETURNING total.*
  ), moved AS (
    ${movedUsers('gone', '+')}
  )
  ${logChanges(GLOBAL_STANDINGS, 'moved')}`);

/** Whether the standings of a quiz hold more than $2 attempts; looks at no more users than that. */
export const HOLDS_MORE = sql(`
  SELECT coalesce(sum(attempts), 0) > $2::integer AS "isLarge"
  FROM (SELECT attempts FROM quiz_standings WHERE quiz_id = $1 LIMIT $2::integer + 1) AS part`);

/** Name of the counter of a quiz's standings. */
export const STANDING_COUNT = 'standings';

/** Name of the counter of all users with a standing. */
export const USER_COUNT = 'ranked-users';

/** Name of the counter of repairs: what is shown of a quiz's standings may have changed with it. */
export const STANDING_REPAIRS = 'standing-repairs';
