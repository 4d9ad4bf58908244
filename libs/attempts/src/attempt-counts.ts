// The counts of attempts, and who can make no more.
import { type Reader, sql } from '#libs/database';

export interface UserAtQuiz {
  readonly quizId: string;
  readonly userId: string;
}

const USED_UP = sql(`
  SELECT quiz_id AS "quizId", user_id AS "userId"
  FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::boolean[]) AS wanted (quiz_id, user_id, max_attempts, is_closed)
  JOIN attempt_counts USING (quiz_id, user_id)
  WHERE (is_closed AND NOT EXISTS (SELECT FROM starts WHERE starts.quiz_id = wanted.quiz_id))
    OR (count >= max_attempts + extra_attempts
      AND NOT EXISTS (SELECT FROM starts WHERE (starts.quiz_id, starts.user_id) = (wanted.quiz_id, wanted.user_id)))`);

export const keyOf = ({ quizId, userId }: UserAtQuiz): string => `${quizId} ${userId}`;

/** The keys as the first two parameters of statements. */
export const keyColumns = (keys: readonly UserAtQuiz[]): [quizIds: string[], userIds: string[]] => [
  keys.map(({ quizId }) => quizId),
  keys.map(({ userId }) => userId),
];

/** What limits the attempts of a user at a quiz. */
interface Limit extends UserAtQuiz {
  /** Without what was granted to the user. */
  readonly maxAttempts: number;
  readonly isClosed: boolean;
}

/**
 * Finds the users who can make no more attempts at a quiz: all are made, or it is closed and nobody has an open start, to whom
 * they could tell the answers. An open start is an attempt that is not made yet.
 * @returns their keys by {@link keyOf}
 */
export async function findUsedUp(reader: Reader, limits: readonly Limit[]): Promise<ReadonlySet<string>> {
  if (limits.length === 0) return new Set();
  const rows = await reader.query<UserAtQuiz & object>(USED_UP, [
    ...keyColumns(limits),
    limits.map(({ maxAttempts }) => maxAttempts),
    limits.map(({ isClosed }) => isClosed),
  ]);
  return new Set(rows.map(keyOf));
}
