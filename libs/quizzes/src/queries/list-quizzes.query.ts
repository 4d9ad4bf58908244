import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type JsonString, Pagination, readPageOrCursor, toJsonString } from '#libs/http';
import { BatchLoader } from '#libs/database';
import type { QuizList } from '../quiz.dto.js';
import { isFiltered, type QuizListQuery } from '../quiz-filter.js';
import { toListItem } from '../quiz-representation.js';
import { QuizSearch } from '../quiz-search.js';

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
  private readonly pages: BatchLoader<QuizListQuery, JsonString<QuizList>>;

  constructor(private readonly quizzes: QuizSearch) {
    this.pages = new BatchLoader(
      async (queries) =>
        new Map(await Promise.all(queries.map(async (query) => [query, await this.find(query)] as const))),
      ({ asPage: { page, size } }) => `${page} ${size}`,
    );
  }

  execute({ query }: ListQuizzes): Promise<JsonString<QuizList>> {
    // No other page waits for a far one.
    const isShared = query.cursor === undefined && !isFiltered(query) && query.asPage.offset <= FAR;
    return isShared ? (this.pages.get(query) as Promise<JsonString<QuizList>>) : this.find(query);
  }

  private async find(query: QuizListQuery): Promise<JsonString<QuizList>> {
    const [{ items, nextCursor }, total] = await Promise.all([
      readPageOrCursor(
        query,
        (position, limit) => this.quizzes.find(query, position, limit),
        ({ createdAt, id }) => ({ at: createdAt, id }),
      ),
      this.quizzes.count(query),
    ]);
    const pagination = new Pagination(query.asPage, total);
    return toJsonString<QuizList>({ quizzes: items.map(toListItem), pagination, nextCursor });
  }
}
