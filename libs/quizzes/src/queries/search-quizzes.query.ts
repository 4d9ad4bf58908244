import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { Pagination } from '#libs/http';
import type { ListedQuizzes, QuizzesQuery } from '../backoffice-quizzes.dto.js';
import { QuizFinder } from '../quiz-finder.js';
import { QUIZ_COLUMNS, type QuizRow } from '../quiz-reader.js';
import { toListItem } from '../quiz-representation.js';
import { fromFound } from '../title-search.js';

/** A page of the quizzes, for administrators. */
export class SearchQuizzes extends Query<ListedQuizzes> {
  constructor(readonly query: QuizzesQuery) {
    super();
  }
}

type Row = QuizRow & { questionCount: number };

/** SQL of each sort key; each has an index. */
const SORT_KEYS = { createdAt: 'created_at', updatedAt: 'updated_at', title: 'lower(title)' };

@QueryHandler(SearchQuizzes)
export class SearchQuizzesHandler implements IQueryHandler<SearchQuizzes> {
  constructor(
    private readonly database: Database,
    private readonly finder: QuizFinder,
    private readonly queries: QueryBus,
  ) {}

  async execute({ query }: SearchQuizzes): Promise<ListedQuizzes> {
    const [rows, total] = await Promise.all([this.page(query), this.finder.count({ search: query.search })]);
    const authors = await this.queries.execute(new GetProfiles([...new Set(rows.map(({ authorId }) => authorId))]));
    const quizzes = rows.map((row) => ({
      ...toListItem(row),
      questionCount: row.questionCount,
      authorName: authors.get(row.authorId)?.displayName ?? '',
    }));
    return { quizzes, pagination: new Pagination(query, total) };
  }

  private page({ search = '', sort, order, size, offset }: QuizzesQuery): Promise<Row[]> {
    const from = search === '' ? 'FROM quizzes' : `${fromFound('$3::text')} OFFSET 0`;
    // Ids first, so that skipped rows are not read; `OFFSET 0` makes PostgreSQL look up the matches before it sorts.
    const statement = sql(`
      SELECT quiz.*, cardinality(question_ids) AS "questionCount"
      FROM (
        SELECT id, key FROM (SELECT id, ${SORT_KEYS[sort]} AS key ${from}) AS found
        ORDER BY key ${order}, id ${order} LIMIT $1 OFFSET $2
      ) AS page
      JOIN (SELECT ${QUIZ_COLUMNS} FROM quizzes) AS quiz USING (id)
      JOIN quiz_versions ON quiz_id = quiz.id AND quiz_versions.version = quiz.version
      ORDER BY key ${order}, id ${order}`);
    return this.database.query<Row>(statement, search === '' ? [size, offset] : [size, offset, search]);
  }
}
