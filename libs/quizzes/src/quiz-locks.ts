// Submissions take a quiz's shared lock, updates and deletions its exclusive one: no attempt is accepted after their response.
// Advisory locks queue: row locks would let a stream of submissions pass an update that waits.
import { lockName, sql } from '#libs/database';

/** The lock of a quiz, by its id. */
export const QUIZ = lockName('quiz');

/** A quiz's rules, which cannot change until the transaction ends. */
export interface LockedQuiz {
  id: string;
  maxAttempts: number;
  timeLimitSeconds: number;
  grading: number;
  /** `now()` of the transaction that locked it. */
  lockedAt: Date;
}

/** The rules of the quizzes $1. */
export const READ_LOCKED = sql(`
  SELECT id, max_attempts AS "maxAttempts", time_limit_seconds AS "timeLimitSeconds", grading,
    now()::timestamptz(3) AS "lockedAt"
  FROM quizzes WHERE id = ANY ($1::uuid[])`);
