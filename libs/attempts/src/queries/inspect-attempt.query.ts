import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AttemptReader } from '../attempt-reader.js';
import type { InspectedAttempt } from '../backoffice-attempts.dto.js';
import { answeredQuestions } from '../scoring.js';

/** An attempt beside the questions that it was taken from, for administrators. @throws QuizNotFound, AttemptNotFound */
export class InspectAttempt extends Query<InspectedAttempt> {
  constructor(
    readonly quizId: string,
    readonly attemptId: string,
  ) {
    super();
  }
}

@QueryHandler(InspectAttempt)
export class InspectAttemptHandler implements IQueryHandler<InspectAttempt> {
  constructor(private readonly reader: AttemptReader) {}

  async execute({ quizId, attemptId }: InspectAttempt): Promise<InspectedAttempt> {
    const { row, item, content } = await this.reader.getGraded(quizId, attemptId);
    const { version, voidReason } = row;
    return { ...item, version, voidReason, questions: answeredQuestions(content, row.answers, row.drawnQuestions) };
  }
}
