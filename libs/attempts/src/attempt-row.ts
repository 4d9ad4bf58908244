import { type Profile, shownName } from '#libs/profiles';
import type { AttemptListItem } from './attempts.dto.js';
import type { AnswerPosition } from './scoring.js';

/** An attempt as it is read. */
export interface AttemptRow extends Omit<
  AttemptListItem,
  'displayName' | 'userErased' | 'percentage' | 'voidedAt' | 'regradedAt' | 'applicationId' | 'reference' | 'answers'
> {
  basisPoints: number;
  version: number;
  /** The number of the grading by which it is scored. */
  grading: number;
  answers: AnswerPosition[];
  drawnQuestions: number[] | null;
  passPercentage: number | null;
  regradedAt: Date | null;
  voidedAt: Date | null;
  voidReason: string | null;
  applicationId: string | null;
  reference: string | null;
}

const SUMMARY = `quiz_id AS "quizId", id AS "attemptId", user_id AS "userId", version, coalesce(grading, 0) AS grading,
  correct_count AS "correctCount", total_questions AS "totalQuestions", basis_points AS "basisPoints", passed, total_time_ms AS "totalTimeMs",
  timed_out AS "timedOut", completed_at AS "completedAt", regraded_at AS "regradedAt", voided_at AS "voidedAt",
  void_reason AS "voidReason", application_id AS "applicationId", reference, drawn_questions AS "drawnQuestions",
  pass_percentage AS "passPercentage"`;

/** SQL of an {@link AttemptRow}. */
export const ATTEMPT_COLUMNS = `${SUMMARY}, answers`;

/** SQL of an attempt in a list. Answers take most of its space: unless they are included, they are not read, and none are there. */
export const listColumns = (include: 'answers' | undefined): string =>
  include === undefined ? `${SUMMARY}, '[]'::jsonb AS answers` : ATTEMPT_COLUMNS;

/** @param profile of its user; undefined if unknown */
export function toListItem(row: AttemptRow, profile: Profile | undefined): AttemptListItem {
  const { regradedAt, voidedAt, applicationId, reference } = row;
  return {
    quizId: row.quizId,
    attemptId: row.attemptId,
    userId: row.userId,
    correctCount: row.correctCount,
    totalQuestions: row.totalQuestions,
    passed: row.passed,
    totalTimeMs: row.totalTimeMs,
    timedOut: row.timedOut,
    completedAt: row.completedAt,
    ...shownName(profile),
    percentage: row.basisPoints / 100,
    ...(regradedAt !== null && { regradedAt }),
    ...(voidedAt !== null && { voidedAt }),
    ...(applicationId !== null && { applicationId }),
    ...(reference !== null && { reference }),
  };
}
