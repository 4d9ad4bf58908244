import { lockName, sql, type Statement } from '#libs/database';

/** Held while a user's certificates are numbered. */
export const CERTIFICATES_OF_USER = lockName('certificates of user');

/**
 * Inserts the certificates that users do not have yet.
 * @param passed SELECT of quiz_id, user_id, attempt_id and completed_at: one row per quiz and user
 */
export function awardFor(passed: string): Statement {
  return sql(`
    INSERT INTO certificates (quiz_id, user_id, attempt_id, number, earned_at)
    SELECT quiz_id, user_id, attempt_id,
      (SELECT coalesce(max(number), 0) FROM certificates WHERE user_id = passed.user_id)
        + row_number() OVER (PARTITION BY user_id ORDER BY completed_at, attempt_id),
      completed_at
    FROM (${passed}) AS passed
    WHERE NOT EXISTS (SELECT FROM certificates WHERE quiz_id = passed.quiz_id AND user_id = passed.user_id)`);
}
