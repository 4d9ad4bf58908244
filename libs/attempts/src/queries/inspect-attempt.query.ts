import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { isId } from '#libs/http';
import { FindExistingQuizzes, GetQuizContent, QuizNotFound } from '#libs/quizzes';
import { AttemptNotFound } from '../attempt.errors.js';
import { type AttemptRow, FIND_ATTEMPT, toListItem } from '../attempt-row.js';
import type { InspectedAttempt } from '../backoffice-attempts.dto.js';
import { readGradings } from '../regrading/gradings.js';
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
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, attemptId }: InspectAttempt): Promise<InspectedAttempt> {
    const existing = await this.queries.execute(new FindExistingQuizzes([quizId]));
    if (!existing.has(quizId)) throw new QuizNotFound();
    const [row] = isId(attemptId) ? await this.database.query<AttemptRow>(FIND_ATTEMPT, [quizId, attemptId]) : [];
    if (row === undefined) throw new AttemptNotFound();
    const [content, gradings, profiles] = await Promise.all([
      this.queries.execute(new GetQuizContent(quizId, row.version)),
      readGradings(this.database, quizId),
      this.queries.execute(new GetProfiles([row.userId])),
    ]);
    if (content === undefined) throw new QuizNotFound();
    const item = toListItem(row, profiles.get(row.userId)?.displayName ?? '');
    const { version, voidReason } = row;
    return {
      ...item,
      version,
      voidReason,
      questions: answeredQuestions(gradings.of(version, content, row.grading), row.answers),
    };
  }
}
