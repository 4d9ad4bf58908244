import type { QuizListItem } from '../quiz.dto.js';

/** The settings or questions of a quiz were changed, in this transaction, under its exclusive lock. */
export class QuizUpdated {
  constructor(readonly quiz: QuizListItem) {}
}
