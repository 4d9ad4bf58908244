import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '#libs/http';
import { AttemptReader } from '../attempt-reader.js';
import type { Attempt } from '../attempts.dto.js';
import { scoredAnswers } from '../scoring.js';

/** One attempt with its answers, for its user and for administrators. @throws QuizNotFound, AttemptNotFound */
export class GetAttempt extends Query<Attempt> {
  constructor(
    readonly quizId: string,
    readonly attemptId: string,
    readonly principal: Principal,
  ) {
    super();
  }
}

@QueryHandler(GetAttempt)
export class GetAttemptHandler implements IQueryHandler<GetAttempt> {
  constructor(private readonly reader: AttemptReader) {}

  async execute({ quizId, attemptId, principal }: GetAttempt): Promise<Attempt> {
    const { row, item, content } = await this.reader.getGraded(
      quizId,
      attemptId,
      (userId) => principal.admin || userId === principal.userId,
    );
    return { ...item, answers: scoredAnswers(content, row.answers) };
  }
}
