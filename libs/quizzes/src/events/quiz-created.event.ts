import type { QuizListItem } from '../quiz.dto.js';

/** A quiz was created, in this transaction: a row of the view `published_quizzes`. */
export class QuizCreated {
  constructor(
    readonly quizId: string,
    readonly createdAt: Date,
    readonly quiz: QuizListItem,
  ) {}
}
