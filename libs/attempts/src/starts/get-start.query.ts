import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { assertQuizExists, GetQuizContent } from '#libs/quizzes';
import { StartNotFound } from '../attempt.errors.js';
import { answersAt } from '../scoring.js';
import { showQuestions } from './shown-questions.js';
import { StartReader } from './start-reader.js';
import type { StartInProgress } from './starts.dto.js';

/** An open start of a user, with what was saved. @throws QuizNotFound, StartNotFound */
export class GetStart extends Query<StartInProgress> {
  constructor(
    readonly quizId: string,
    readonly startId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(GetStart)
export class GetStartHandler implements IQueryHandler<GetStart> {
  constructor(
    private readonly starts: StartReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, startId, userId }: GetStart): Promise<StartInProgress> {
    const [start] = await Promise.all([
      this.starts.findById(quizId, startId, userId),
      assertQuizExists(this.queries, quizId),
    ]);
    if (start === undefined) throw new StartNotFound();
    const { id, version, startedAt, endsAt, questions, answers, remainingMs } = start;
    const content = await this.queries.execute(new GetQuizContent(quizId, version));
    return {
      id,
      quizId,
      startedAt,
      endsAt,
      questions: showQuestions(content, questions),
      remainingMs,
      answers: answersAt(content, answers),
    };
  }
}
