import type { RecordedAttempt } from './attempts-recorded.event.js';

/**
 * Attempts at a quiz left the view `published_attempts`, or returned to it, or their scores changed: then they are both removed, with
 * the former score, and added, with the new one. The transaction holds the exclusive lock of the quiz, so its listeners may read the
 * attempts at the quiz from the view.
 */
export class AttemptsCorrected {
  constructor(
    readonly quizId: string,
    readonly removed: readonly RecordedAttempt[],
    readonly added: readonly RecordedAttempt[],
  ) {}
}
