import type { RecordedAttempt } from './attempts-recorded.event.js';

/** An attempt as it is after the correction, or as it was before. */
export interface CorrectedAttempt extends RecordedAttempt {
  /** When its score last changed; null while it has the score that it was recorded with. */
  readonly regradedAt: Date | null;
  /** Null if it counts. */
  readonly voidedAt: Date | null;
}

/**
 * Attempts at a quiz left the view `published_attempts`, or returned to it, or their scores changed: then they are both removed, with
 * the former score, and added, with the new one. A voided one has its `voidedAt`; one that is deleted with its user has neither that nor
 * its answers. The transaction holds the exclusive lock of the quiz, so its listeners may read the attempts at the quiz from the view.
 */
export class AttemptsCorrected {
  constructor(
    readonly quizId: string,
    readonly removed: readonly CorrectedAttempt[],
    readonly added: readonly CorrectedAttempt[],
  ) {}
}
