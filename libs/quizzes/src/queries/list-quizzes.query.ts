import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type JsonOf, PageQuery, Pagination, toJson } from '#libs/http';
import { OrderedIndex, OrderedList, ShardedCounters } from '#libs/projections';
import { BatchLoader } from '#libs/database';
import type { QuizList } from '../quiz.dto.js';
import { QUIZ_COLUMNS, type QuizRow } from '../quiz-reader.js';
import { toListItem } from '../quiz-representation.js';

/** Newest first. */
export class ListQuizzes extends Query<JsonOf<QuizList>> {
  constructor(readonly page: PageQuery) {
    super();
  }
}

/** Name of the counter of all quizzes. */
export const QUIZ_COUNT = 'quizzes';

/** All quizzes, newest first. */
export const QUIZZES = new OrderedList({
  name: 'quizzes',
  table: 'quizzes',
  keys: [{ column: 'created_at', kind: 'timestamp' }],
  id: 'id',
  descending: true,
});

@QueryHandler(ListQuizzes)
export class ListQuizzesHandler implements IQueryHandler<ListQuizzes> {
  /** Requests for the same page in one turn of the event loop share its rows and its text. */
  private readonly pages: BatchLoader<PageQuery, JsonOf<QuizList>>;

  constructor(
    private readonly index: OrderedIndex,
    private readonly counts: ShardedCounters,
  ) {
    index.register(QUIZZES);
    this.pages = new BatchLoader(
      async (pages) => new Map(await Promise.all(pages.map(async (page) => [page, await this.load(page)] as const))),
      ({ page, size }) => `${page} ${size}`,
    );
  }

  execute({ page }: ListQuizzes): Promise<JsonOf<QuizList>> {
    // A far page may take long: it has a query of its own.
    return this.index.isFar(page) ? this.load(page) : (this.pages.get(page) as Promise<JsonOf<QuizList>>);
  }

  private async load(page: PageQuery): Promise<JsonOf<QuizList>> {
    const [rows, total] = await Promise.all([
      this.index.page<QuizRow>(QUIZZES, QUIZ_COLUMNS, page),
      this.counts.read(QUIZ_COUNT),
    ]);
    return toJson<QuizList>({ quizzes: rows.map(toListItem), pagination: new Pagination(page, total) });
  }
}
