import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { type PageQuery, Pagination } from '#libs/http';
import { erasedMark, GetProfiles } from '#libs/profiles';
import type { ListedVersion, ListedVersions } from '../backoffice-quizzes.dto.js';
import { QuizReader } from '../quiz-reader.js';

/** A page of the versions of a quiz, newest first. @throws QuizNotFound */
export class ListVersions extends Query<ListedVersions> {
  constructor(
    readonly quizId: string,
    readonly query: PageQuery,
  ) {
    super();
  }
}

type Row = Omit<ListedVersion, 'authorName' | 'userErased'>;

/** Versions are numbered without gaps. */
const PAGE = sql(`
  SELECT version, created_at AS "createdAt", created_by AS "authorId", cardinality(question_ids) AS "questionCount"
  FROM quiz_versions WHERE quiz_id = $1 AND version <= $2 ORDER BY version DESC LIMIT $3`);

@QueryHandler(ListVersions)
export class ListVersionsHandler implements IQueryHandler<ListVersions> {
  constructor(
    private readonly reader: QuizReader,
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, query }: ListVersions): Promise<ListedVersions> {
    const quiz = await this.reader.getState(quizId);
    const newest = Math.max(0, quiz.version - query.offset);
    const rows = await this.database.query<Row>(PAGE, [quizId, newest, query.size]);
    const authorIds = rows.map(({ authorId }) => authorId).filter((id) => id !== null);
    const authors = await this.queries.execute(new GetProfiles(authorIds));
    const versions = rows.map((row) => ({
      ...row,
      authorName: authors.get(row.authorId ?? '')?.displayName ?? null,
      ...erasedMark(authors.get(row.authorId ?? '')),
    }));
    return { versions, pagination: new Pagination(query, quiz.version) };
  }
}
