import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
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
