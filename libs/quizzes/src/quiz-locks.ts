// Submissions take a quiz's shared lock, updates and deletions its exclusive one: no attempt is accepted after their response.
// Advisory locks queue: row locks would let a stream of submissions pass an update that waits.
import { lockName, sql, type Transaction } from '#libs/database';
import { matchesRevision } from './etag.js';
import { AVAILABILITY, type Availability } from './quiz-filter.js';
import { QuizEntity } from './quiz.entity.js';
import { QuizChanged, QuizNotFound } from './quiz.errors.js';

/** The lock of a quiz, by its id. */
export const QUIZ_LOCK = lockName('quiz');

/** A quiz's rules, which cannot change until the transaction ends. */
export interface LockedQuiz extends Availability {
  id: string;
  version: number;
  maxAttempts: number;
  timeLimitSeconds: number;
  randomizeQuestions: boolean;
  /** Null for the pass mark of the service. */
  passPercentage: number | null;
  requireStart: boolean;
  drawCount: number | null;
  closesAt: Date | null;
  grading: number;
  /** `now()` of the transaction that locked it. */
  lockedAt: Date;
}

/** The rules of the quizzes $1. */
export const READ_LOCKED = sql(`
  SELECT id, version, max_attempts AS "maxAttempts", time_limit_seconds AS "timeLimitSeconds",
    randomize_questions AS "randomizeQuestions", pass_percentage AS "passPercentage", require_start AS "requireStart",
    draw_count AS "drawCount", closes_at AS "closesAt", ${AVAILABILITY}, grading, now()::timestamptz(3) AS "lockedAt"
  FROM quizzes WHERE id = ANY ($1::uuid[])`);

/**
 * Takes a quiz's exclusive lock and reads the quiz under it.
 * @param ifMatch the header `If-Match`
 * @throws QuizNotFound, QuizChanged
 */
export async function lockQuiz(transaction: Transaction, id: string, ifMatch?: string): Promise<QuizEntity> {
  await transaction.lock([QUIZ_LOCK(id)]);
  const quiz = await transaction.manager.findOneBy(QuizEntity, { id });
  if (quiz === null) throw new QuizNotFound();
  if (!matchesRevision(ifMatch, quiz.revision)) throw new QuizChanged();
  return quiz;
}
