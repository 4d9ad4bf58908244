import { sql } from '#libs/database';
import type { AttemptListItem } from './attempts.dto.js';
import type { AnswerPosition } from './scoring.js';

/** An attempt as it is read. */
export interface AttemptRow extends Omit<AttemptListItem, 'displayName' | 'percentage' | 'voidedAt' | 'regradedAt'> {
  basisPoints: number;
  version: number;
  /** The number of the grading by which it is scored. */
  grading: number;
  answers: AnswerPosition[];
  regradedAt: Date | null;
  voidedAt: Date | null;
  voidReason: string | null;
}

export const ATTEMPT_COLUMNS = `quiz_id AS "quizId", id AS "attemptId", user_id AS "userId", version, coalesce(grading, 0) AS grading, answers,
  correct_count AS "correctCount", total_questions AS "totalQuestions", basis_points AS "basisPoints", passed, total_time_ms AS "totalTimeMs",
  timed_out AS "timedOut", completed_at AS "completedAt", regraded_at AS "regradedAt", voided_at AS "voidedAt",
  void_reason AS "voidReason"`;

/** The attempt $2 at the quiz $1. */
export const FIND_ATTEMPT = sql(`SELECT ${ATTEMPT_COLUMNS} FROM attempts WHERE quiz_id = $1 AND id = $2`);

export function toListItem(row: AttemptRow, displayName: string): AttemptListItem {
  const {
    attemptId,
    quizId,
    userId,
    correctCount,
    totalQuestions,
    basisPoints,
    passed,
    totalTimeMs,
    timedOut,
    completedAt,
    regradedAt,
    voidedAt,
  } = row;
  return {
    attemptId,
    quizId,
    userId,
    displayName,
    correctCount,
    totalQuestions,
    percentage: basisPoints / 100,
    passed,
    totalTimeMs,
    timedOut,
    completedAt,
    ...(regradedAt !== null && { regradedAt }),
    ...(voidedAt !== null && { voidedAt }),
  };
}
