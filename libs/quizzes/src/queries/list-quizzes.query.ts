import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type JsonString, Pagination, readPageOrCursor, toJsonString } from '#libs/http';
import { BatchLoader } from '#libs/database';
import type { QuizList } from '../quiz.dto.js';
import { isFiltered, type QuizListQuery } from '../quiz-filter.js';
import type { Viewer } from '../quiz-reader.js';
import { toListItem } from '../quiz-representation.js';
import { QuizSearch } from '../quiz-search.js';

/** Newest first, for others than administrators without those that are not open yet. */
export class ListQuizzes extends Query<JsonString<QuizList>> {
  constructor(
    readonly query: QuizListQuery,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

/** Entries before a page from which on it may take long, because they are skipped. */
const FAR = 2_000;

@QueryHandler(ListQuizzes)
export class ListQuizzesHandler implements IQueryHandler<ListQuizzes> {
  /** Requests for the same page in one turn of the event loop share its rows and its text. */
  private readonly pages: BatchLoader<ListQuizzes, JsonString<QuizList>>;

  constructor(private readonly quizzes: QuizSearch) {
    this.pages = new BatchLoader(
      async (lists) => new Map(await Promise.all(lists.map(async (list) => [list, await this.find(list)] as const))),
      ({ query: { asPage }, viewer }) => `${asPage.page} ${asPage.size} ${viewer?.admin}`,
    );
  }

  execute(list: ListQuizzes): Promise<JsonString<QuizList>> {
    const { query } = list;
    // No other page waits for a far one.
    const isShared = query.cursor === undefined && !isFiltered(query) && query.asPage.offset <= FAR;
    return isShared ? (this.pages.get(list) as Promise<JsonString<QuizList>>) : this.find(list);
  }

  private async find({ query, viewer }: ListQuizzes): Promise<JsonString<QuizList>> {
    const { search, authorId, updatedSince, tag, language } = query;
    const filter = { search, authorId, updatedSince, tag, language, isOpen: viewer?.admin === false };
    const [{ items, nextCursor }, total] = await Promise.all([
      readPageOrCursor(
        query,
        (position, limit) => this.quizzes.find(filter, position, limit),
        ({ createdAt, id }) => ({ at: createdAt, id }),
      ),
      this.quizzes.count(filter),
    ]);
    const pagination = new Pagination(query.asPage, total);
    return toJsonString<QuizList>({ quizzes: items.map(toListItem), pagination, nextCursor });
  }
}
