import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QuizReader, type QuizState } from '../quiz-reader.js';

/** What applies to quizzes now, by id, without those that do not exist. */
export class FindQuizStates extends Query<ReadonlyMap<string, QuizState>> {
  constructor(readonly quizIds: readonly string[]) {
    super();
  }
}

@QueryHandler(FindQuizStates)
export class FindQuizStatesHandler implements IQueryHandler<FindQuizStates> {
  constructor(private readonly reader: QuizReader) {}

  async execute({ quizIds }: FindQuizStates): Promise<ReadonlyMap<string, QuizState>> {
    const states = await Promise.all(quizIds.map((id) => this.reader.findState(id)));
    return new Map(states.flatMap((state) => (state === undefined ? [] : [[state.id, state]])));
  }
}
