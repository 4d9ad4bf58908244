import type { AnswerPosition } from '../scoring.js';

/** An accepted attempt that is not voided: a row of the view `published_attempts`, whose columns have these names in snake case. */
export interface RecordedAttempt {
  readonly attemptId: string;
  readonly quizId: string;
  readonly userId: string;
  /** The version of the quiz that it was scored against. */
  readonly version: number;
  /** Positions in that version. */
  readonly answers: readonly AnswerPosition[];
  /** Positions of the questions that its start drew, ascending; null if all were asked. */
  readonly drawnQuestions: readonly number[] | null;
  /** A question without an answer counts as wrong. */
  readonly correctCount: number;
  readonly totalQuestions: number;
  /** The percentage in basis points, rounded: 6667 is 66.67 %. */
  readonly basisPoints: number;
  /** Whether the unrounded percentage reached the pass mark when it was recorded, or regraded. */
  readonly passed: boolean;
  /** The pass mark of the quiz when it was recorded, or started; null for that of the service. */
  readonly passPercentage: number | null;
  readonly totalTimeMs: number;
  /** Whether the client says so, or it took longer than the quiz and the grant of the user allow. */
  readonly timedOut: boolean;
  /** When it was recorded; the same for all attempts of a transaction. */
  readonly completedAt: Date;
  /** The number of the quiz's grading by which it is scored: 0 for the content of its version. */
  readonly grading: number;
  /** The application that submitted it for its player; null if its user did. */
  readonly applicationId: string | null;
  /** What the client calls it; null if it has no name for it. */
  readonly reference: string | null;
}

/** All attempts that were recorded in this transaction; at most one of the same user at the same quiz. */
export class AttemptsRecorded {
  constructor(readonly attempts: readonly RecordedAttempt[]) {}
}
