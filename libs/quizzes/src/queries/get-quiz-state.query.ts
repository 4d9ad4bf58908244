import { type IQueryHandler, Query, type QueryBus, QueryHandler } from '@nestjs/cqrs';
import { QuizReader, type QuizState, type Viewer } from '../quiz-reader.js';

/** What applies to a quiz now. @throws QuizNotFound, also for viewers for whom it does not exist yet */
export class GetQuizState extends Query<QuizState> {
  constructor(
    readonly quizId: string,
    readonly viewer?: Viewer,
  ) {
    super();
  }
}

@QueryHandler(GetQuizState)
export class GetQuizStateHandler implements IQueryHandler<GetQuizState> {
  constructor(private readonly reader: QuizReader) {}

  execute({ quizId, viewer }: GetQuizState): Promise<QuizState> {
    return this.reader.getState(quizId, viewer);
  }
}

/** @throws QuizNotFound, also for viewers for whom the quiz does not exist yet */
export async function assertQuizExists(queries: QueryBus, quizId: string, viewer?: Viewer): Promise<void> {
  await queries.execute(new GetQuizState(quizId, viewer));
}
