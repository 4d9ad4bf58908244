import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Principal, isId } from '#libs/http';
import { Database } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { assertQuizExists, GetQuizContent, QuizNotFound } from '#libs/quizzes';
import { AttemptNotFound } from '../attempt.errors.js';
import { type AttemptRow, FIND_ATTEMPT, toListItem } from '../attempt-row.js';
import type { Attempt } from '../attempts.dto.js';
import { readGradings } from '../regrading/gradings.js';
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
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, attemptId, principal }: GetAttempt): Promise<Attempt> {
    await assertQuizExists(this.queries, quizId);
    const [row] = isId(attemptId) ? await this.database.query<AttemptRow>(FIND_ATTEMPT, [quizId, attemptId]) : [];
    if (row === undefined || (!principal.admin && row.userId !== principal.userId)) throw new AttemptNotFound();
    const [content, gradings, profiles] = await Promise.all([
      this.queries.execute(new GetQuizContent(quizId, row.version)),
      readGradings(this.database, quizId),
      this.queries.execute(new GetProfiles([row.userId])),
    ]);
    if (content === undefined) throw new QuizNotFound();
    const displayName = profiles.get(row.userId)?.displayName ?? '';
    return {
      ...toListItem(row, displayName),
      answers: scoredAnswers(gradings.of(row.version, content, row.grading), row.answers),
    };
  }
}
