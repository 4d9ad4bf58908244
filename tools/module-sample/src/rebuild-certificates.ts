import { sql } from '#libs/database';

/** Attempts that passed, at quizzes that exist. */
export const PASSED = 'published_attempts JOIN published_quizzes USING (quiz_id) WHERE passed';

const OF_USERS = 'coalesce(user_id = ANY ($2::uuid[]), true)';

/** Recomputes the certificates of the users $2, or of all if it is null, at the quiz $1 from their attempts. The transaction holds the quiz's exclusive lock. */
export const REBUILD = sql(`
  WITH earned AS (
    SELECT DISTINCT ON (user_id) quiz_id, user_id, attempt_id, completed_at
    FROM ${PASSED} AND quiz_id = $1 AND ${OF_USERS} ORDER BY user_id, completed_at, attempt_id
  ), removed AS (
    DELETE FROM certificates
    WHERE quiz_id = $1 AND ${OF_USERS} AND user_id NOT IN (SELECT user_id FROM earned)
  )
  INSERT INTO certificates (quiz_id, user_id, attempt_id, earned_at) SELECT * FROM earned
  ON CONFLICT (quiz_id, user_id) DO UPDATE SET attempt_id = excluded.attempt_id, earned_at = excluded.earned_at`);
