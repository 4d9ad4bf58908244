/**
 * A quiz was deleted, in this transaction, under its exclusive lock: no attempt at it will be accepted any more. It was a row of the view
 * `published_quizzes`.
 */
export class QuizDeleted {
  constructor(
    readonly quizId: string,
    readonly createdAt: Date,
    /** What listeners delete with it: they add their numbers by name, and the audit entry of the deletion shows them. */
    readonly deleted: Record<string, number>,
  ) {}
}
