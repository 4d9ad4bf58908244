/** A quiz was deleted, in this transaction, under its lock: no attempt at it will be accepted any more. */
export class QuizDeleted {
  constructor(readonly quizId: string) {}
}
