import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import {
  type CursorQuery,
  type JsonString,
  type PageQuery,
  Pagination,
  readFromCursor,
  toJsonString,
} from '#libs/http';
import { BatchLoader } from '#libs/database';
import type { QuizList } from '../quiz.dto.js';
import { isFiltered, type QuizFilter, type QuizListQuery } from '../quiz-filter.js';
import { QuizFinder } from '../quiz-finder.js';
import { toListItem } from '../quiz-representation.js';

/** Newest first. */
export class ListQuizzes extends Query<JsonString<QuizList>> {
  constructor(readonly query: QuizListQuery) {
    super();
  }
}

/** Entries before a page from which on it may take long, because they are skipped. */
const FAR = 2_000;

@QueryHandler(ListQuizzes)
export class ListQuizzesHandler implements IQueryHandler<ListQuizzes> {
  /** Requests for the same page in one turn of the event loop share its rows and its text. */
  private readonly pages: BatchLoader<PageQuery, JsonString<QuizList>>;

  constructor(private readonly finder: QuizFinder) {
    this.pages = new BatchLoader(
      async (pages) =>
        new Map(await Promise.all(pages.map(async (page) => [page, await this.find({}, page)] as const))),
      ({ page, size }) => `${page} ${size}`,
    );
  }

  execute({ query }: ListQuizzes): Promise<JsonString<QuizList>> {
    const page = query.asPage;
    // No other page waits for a far one.
    const isShared = query.position === undefined && !isFiltered(query) && page.offset <= FAR;
    return isShared ? (this.pages.get(page) as Promise<JsonString<QuizList>>) : this.find(query, page, query.position);
  }

  private async find(
    filter: QuizFilter,
    page: PageQuery,
    position?: Pick<CursorQuery, 'size' | 'cursor'>,
  ): Promise<JsonString<QuizList>> {
    const [{ items, next }, total] = await Promise.all([
      position === undefined
        ? this.finder.find(filter, page, page.size).then((items) => ({ items, next: undefined }))
        : readFromCursor(
            position,
            (cursor, limit) => this.finder.find(filter, { cursor }, limit),
            ({ createdAt, id }) => ({ at: createdAt, id }),
          ),
      this.finder.count(filter),
    ]);
    return toJsonString<QuizList>({
      quizzes: items.map(toListItem),
      pagination: new Pagination(page, total),
      nextCursor: next,
    });
  }
}
