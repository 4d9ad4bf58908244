/**
 * A step of the restoration of a deleted quiz, in this transaction, under its exclusive lock: the first one, or the next one in the
 * background. The quiz does not exist until the last step, after which `QuizRestored` follows in the same transaction. The results of its
 * attempts do not change in the meantime. Listeners that have to change rows of many users change a bounded part of them in each step, and may read the
 * attempts at it from the view `published_attempts`.
 */
export class QuizRestorationContinued {
  constructor(
    readonly quizId: string,
    /** Whether another step is needed: a listener sets it. */
    readonly progress: { isMoreLeft: boolean },
  ) {}
}
