import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type JsonOf, PageQuery, Pagination, readFromCursor, toJson } from '#libs/http';
import { OrderedIndex, ShardedCounters } from '#libs/projections';
import { BatchLoader } from '#libs/database';
import type { QuizList } from '../quiz.dto.js';
import { isFiltered, type QuizListQuery } from '../quiz-filter.js';
import { QuizFinder } from '../quiz-finder.js';
import { QUIZ_COUNT, QUIZZES } from '../quiz-list.js';
import { QUIZ_COLUMNS, type QuizRow } from '../quiz-reader.js';
import { toListItem } from '../quiz-representation.js';

/** Newest first. */
export class ListQuizzes extends Query<JsonOf<QuizList>> {
  constructor(readonly query: QuizListQuery) {
    super();
  }
}

@QueryHandler(ListQuizzes)
export class ListQuizzesHandler implements IQueryHandler<ListQuizzes> {
  /** Requests for the same page in one turn of the event loop share its rows and its text. */
  private readonly pages: BatchLoader<PageQuery, JsonOf<QuizList>>;

  constructor(
    private readonly index: OrderedIndex,
    private readonly counts: ShardedCounters,
    private readonly finder: QuizFinder,
  ) {
    index.register(QUIZZES);
    this.pages = new BatchLoader(
      async (pages) => new Map(await Promise.all(pages.map(async (page) => [page, await this.load(page)] as const))),
      ({ page, size }) => `${page} ${size}`,
    );
  }

  execute({ query }: ListQuizzes): Promise<JsonOf<QuizList>> {
    if (query.position !== undefined || isFiltered(query)) return this.find(query);
    const page = query.asPage;
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

  private async find(query: QuizListQuery): Promise<JsonOf<QuizList>> {
    const { position, asPage: page } = query;
    const [{ items, next }, total] = await Promise.all([
      position === undefined
        ? this.finder.find(query, page, page.size).then((items) => ({ items, next: undefined }))
        : readFromCursor(
            position,
            (cursor, limit) => this.finder.find(query, { cursor }, limit),
            ({ createdAt, id }) => ({ at: createdAt, id }),
          ),
      this.finder.count(query),
    ]);
    const quizzes = items.map(toListItem);
    return toJson<QuizList>({ quizzes, pagination: new Pagination(page, total), nextCursor: next });
  }
}
