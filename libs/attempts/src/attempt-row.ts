import type { AttemptListItem } from './attempts.dto.js';
import type { AnswerPosition } from './scoring.js';

/** An attempt as it is read. */
export interface AttemptRow extends Omit<AttemptListItem, 'displayName' | 'percentage'> {
  basisPoints: number;
  version: number;
  answers: AnswerPosition[];
}

export const ATTEMPT_COLUMNS = `quiz_id AS "quizId", id AS "attemptId", user_id AS "userId", version, answers,
  correct_count AS "correctCount", total_questions AS "totalQuestions", hundredths AS "basisPoints", passed, total_time_ms AS "totalTimeMs",
  timed_out AS "timedOut", completed_at AS "completedAt"`;

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
  };
}
