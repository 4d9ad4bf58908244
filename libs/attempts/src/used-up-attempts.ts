// Who has no attempts left at a quiz.
import { type Reader, sql } from '#libs/database';

/** A user at a quiz. */
interface Key {
  readonly quizId: string;
  readonly userId: string;
}

const USED_UP = sql(`
  SELECT quiz_id AS "quizId", user_id AS "userId"
  FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS wanted (quiz_id, user_id, max_attempts)
  JOIN attempt_counts USING (quiz_id, user_id)
  WHERE count >= max_attempts + extra_attempts
    AND NOT EXISTS (SELECT FROM starts WHERE (starts.quiz_id, starts.user_id) = (wanted.quiz_id, wanted.user_id))`);

export const keyOf = ({ quizId, userId }: Key): string => `${quizId} ${userId}`;

/**
 * Finds the users who have made all their attempts at a quiz. An open start is an attempt that is not made yet.
 * @param limits with the attempts that each user has, without what was granted
 * @returns their keys by {@link keyOf}
 */
export async function findUsedUp(
  reader: Reader,
  limits: readonly (Key & { readonly maxAttempts: number })[],
): Promise<ReadonlySet<string>> {
  if (limits.length === 0) return new Set();
  const rows = await reader.query<Key & object>(USED_UP, [
    limits.map(({ quizId }) => quizId),
    limits.map(({ userId }) => userId),
    limits.map(({ maxAttempts }) => maxAttempts),
  ]);
  return new Set(rows.map(keyOf));
}
