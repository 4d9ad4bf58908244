import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import {
  Database,
  type JsonOf,
  KeptCounts,
  type PageQuery,
  Pagination,
  SharedLookup,
  sql,
  toJson,
} from '#libs/platform';
import type { QuizList } from '../quiz.dto.js';
import { QUIZ_COLUMNS, type QuizRow } from '../quiz-reader.js';
import { toListItem } from '../quiz-representation.js';

/** Newest first. */
export class ListQuizzes extends Query<JsonOf<QuizList>> {
  constructor(readonly page: PageQuery) {
    super();
  }
}

/** Name of the kept count of all quizzes. */
export const QUIZ_COUNT = 'quizzes';

const PAGE = sql(`SELECT ${QUIZ_COLUMNS} FROM quizzes ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`);

@QueryHandler(ListQuizzes)
export class ListQuizzesHandler implements IQueryHandler<ListQuizzes> {
  /** Requests of one turn for the same page share its rows and its text. */
  private readonly pages: SharedLookup<string, JsonOf<QuizList>>;

  constructor(
    private readonly database: Database,
    private readonly counts: KeptCounts,
  ) {
    this.pages = new SharedLookup(async (keys) => {
      const texts = await Promise.all(
        keys.map((key) => this.load(...(key.split(' ').map(Number) as [number, number]))),
      );
      return new Map(keys.map((key, index) => [key, texts[index] as JsonOf<QuizList>]));
    });
  }

  execute({ page }: ListQuizzes): Promise<JsonOf<QuizList>> {
    return this.pages.get(`${page.page} ${page.size}`) as Promise<JsonOf<QuizList>>;
  }

  private async load(page: number, size: number): Promise<JsonOf<QuizList>> {
    const [rows, total] = await Promise.all([
      this.database.query<QuizRow>(PAGE, [size, (page - 1) * size]),
      this.counts.read(QUIZ_COUNT),
    ]);
    return toJson<QuizList>({ quizzes: rows.map(toListItem), pagination: new Pagination({ page, size }, total) });
  }
}
