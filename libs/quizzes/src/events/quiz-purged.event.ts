/** A deleted quiz cannot be restored any more: listeners delete what they kept of it. The transaction holds its exclusive lock. */
export class QuizPurged {
  constructor(readonly quizId: string) {}
}
