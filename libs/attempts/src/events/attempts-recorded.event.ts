/** An accepted attempt, as other modules need to know it. */
export interface RecordedAttempt {
  readonly quizId: string;
  readonly userId: string;
  readonly correctCount: number;
  readonly totalQuestions: number;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
  readonly totalTimeMs: number;
  readonly completedAt: Date;
}

/** All attempts that were recorded in this transaction; at most one of the same user at the same quiz. */
export class AttemptsRecorded {
  constructor(readonly attempts: readonly RecordedAttempt[]) {}
}
