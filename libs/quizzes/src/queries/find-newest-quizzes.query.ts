import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { QuizFilter } from '../quiz-filter.js';
import { QuizSearch } from '../quiz-search.js';

export interface TitledQuiz {
  readonly id: string;
  readonly title: string;
}

/** Finds the newest quizzes that a filter chooses, the newest first. */
export class FindNewestQuizzes extends Query<TitledQuiz[]> {
  constructor(
    readonly filter: Pick<QuizFilter, 'ids' | 'tag'>,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(FindNewestQuizzes)
export class FindNewestQuizzesHandler implements IQueryHandler<FindNewestQuizzes> {
  constructor(private readonly quizzes: QuizSearch) {}

  async execute({ filter, limit }: FindNewestQuizzes): Promise<TitledQuiz[]> {
    const found = await this.quizzes.find(filter, {}, limit);
    return found.map(({ id, title }) => ({ id, title }));
  }
}
