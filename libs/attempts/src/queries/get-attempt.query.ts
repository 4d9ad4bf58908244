import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '#libs/http';
import { AttemptReader } from '../attempt-reader.js';
import { AnswerHider } from '../answer-hider.js';
import type { AttemptForPlayers } from '../attempts.dto.js';
import { scoredAnswers } from '../scoring.js';

/** One attempt with its answers, for its user and for administrators. @throws QuizNotFound, AttemptNotFound */
export class GetAttempt extends Query<AttemptForPlayers> {
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
  constructor(
    private readonly reader: AttemptReader,
    private readonly hider: AnswerHider,
  ) {}

  async execute({ quizId, attemptId, principal }: GetAttempt): Promise<AttemptForPlayers> {
    const { row, item, content } = await this.reader.getGraded(quizId, attemptId, principal);
    const attempt = { ...item, answers: scoredAnswers(content, row.answers) };
    const [shown] = await this.hider.hideFrom(principal, [attempt]);
    return shown as AttemptForPlayers;
  }
}
