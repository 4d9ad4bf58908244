import type { QuizListItem } from '../quiz.dto.js';

/**
 * A deleted quiz exists again, in this transaction, under its exclusive lock: a row of the view `published_quizzes`. Its attempts and their
 * answers are as they were when it was deleted. Listeners compute anew what they deleted, and may read the attempts at it from the view
 * `published_attempts`. The steps of `QuizRestorationContinued` are complete.
 */
export class QuizRestored {
  constructor(
    readonly quizId: string,
    readonly createdAt: Date,
    readonly quiz: QuizListItem,
  ) {}
}
