import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { Pagination } from '#libs/http';
import type { ListedQuizzes, QuizzesQuery } from '../backoffice-quizzes.dto.js';
import { toListItem } from '../quiz-representation.js';
import { QuizSearch } from '../quiz-search.js';

/** A page of the quizzes, for administrators. */
export class SearchQuizzes extends Query<ListedQuizzes> {
  constructor(readonly query: QuizzesQuery) {
    super();
  }
}

const QUESTION_COUNTS = sql(`
  SELECT id, cardinality(question_ids) AS count
  FROM quizzes JOIN quiz_versions ON quiz_id = id AND quiz_versions.version = quizzes.version WHERE id = ANY ($1::uuid[])`);

@QueryHandler(SearchQuizzes)
export class SearchQuizzesHandler implements IQueryHandler<SearchQuizzes> {
  constructor(
    private readonly database: Database,
    private readonly quizzes: QuizSearch,
    private readonly queries: QueryBus,
  ) {}

  async execute({ query }: SearchQuizzes): Promise<ListedQuizzes> {
    const { search, tag, language } = query;
    const filter = { search, tag, language };
    const [rows, total] = await Promise.all([
      this.quizzes.find(filter, query, query.size, query),
      this.quizzes.count(filter),
    ]);
    const [authors, counts] = await Promise.all([
      this.queries.execute(new GetProfiles([...new Set(rows.map(({ authorId }) => authorId))])),
      this.countQuestions(rows.map(({ id }) => id)),
    ]);
    const quizzes = rows.map((row) => ({
      ...toListItem(row),
      questionCount: counts.get(row.id) ?? 0,
      authorName: authors.get(row.authorId)?.displayName ?? '',
    }));
    return { quizzes, pagination: new Pagination(query, total) };
  }

  private async countQuestions(ids: string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: string; count: number }>(QUESTION_COUNTS, [ids]);
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}
