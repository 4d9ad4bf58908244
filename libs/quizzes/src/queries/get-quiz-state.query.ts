import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';
import { QuizReader, type QuizState, type Viewer } from '../quiz-reader.js';

/** What applies to a quiz now. @throws QuizNotFound, also for viewers for whom it does not exist yet */
export class GetQuizState extends Query<QuizState> {
  constructor(
    readonly quizId: string,
    readonly viewer?: Viewer,
    /** The transaction of the caller, if there is one. */
    readonly reader?: Reader,
  ) {
    super();
  }
}

@QueryHandler(GetQuizState)
export class GetQuizStateHandler implements IQueryHandler<GetQuizState> {
  constructor(private readonly reader: QuizReader) {}

  execute({ quizId, viewer, reader }: GetQuizState): Promise<QuizState> {
    return this.reader.getState(quizId, viewer, reader);
  }
}
