import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Principal, type PageQuery, Pagination, readFromCursor } from '#libs/http';
import { Database, sql } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { ShardedCounters } from '#libs/projections';
import { assertQuizExists } from '#libs/quizzes';
import { ATTEMPT_COUNT } from '../attempt-list.js';
import { AttemptReader } from '../attempt-reader.js';
import { ATTEMPT_COLUMNS, type AttemptRow, toListItem } from '../attempt-row.js';
import type { AttemptList, AttemptListItem, AttemptsQuery } from '../attempts.dto.js';

/** Attempts at a quiz, newest first: all of them for administrators, their own for others. @throws QuizNotFound */
export class ListAttempts extends Query<AttemptList> {
  constructor(
    readonly quizId: string,
    readonly principal: Principal,
    readonly query: AttemptsQuery,
  ) {
    super();
  }
}

/** Ids first, so that only an index is read of the attempts before the page. */
const pageOf = (attempts: string) =>
  sql(`
  SELECT attempt.* FROM (
    SELECT id AS found_id, completed_at AS at FROM attempts WHERE ${attempts} ORDER BY completed_at DESC, id DESC LIMIT $2 OFFSET $3
  ) AS page CROSS JOIN LATERAL (
    SELECT ${ATTEMPT_COLUMNS} FROM attempts WHERE quiz_id = $1 AND id = found_id LIMIT 1
  ) AS attempt
  ORDER BY at DESC, found_id DESC`);

const PAGE = pageOf('quiz_id = $1');
const PAGE_OF_USER = pageOf('quiz_id = $1 AND user_id = $4');

const COUNT_OF_USER = sql(`
  SELECT count + (SELECT count(*)::integer FROM attempts WHERE quiz_id = $1 AND user_id = $2 AND voided_at IS NOT NULL) AS count
  FROM attempt_counts WHERE quiz_id = $1 AND user_id = $2`);

@QueryHandler(ListAttempts)
export class ListAttemptsHandler implements IQueryHandler<ListAttempts> {
  constructor(
    private readonly database: Database,
    private readonly counts: ShardedCounters,
    private readonly reader: AttemptReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, principal, query }: ListAttempts): Promise<AttemptList> {
    await assertQuizExists(this.queries, quizId);
    const userId = principal.admin ? query.userId : principal.userId;
    const isForeign = !principal.admin && query.userId !== undefined && query.userId !== principal.userId;
    const page = query.asPage;
    const [{ items, next }, total] = isForeign
      ? [{ items: [], next: query.position && null }, 0]
      : await Promise.all([this.readItems(quizId, userId, query), this.readTotal(quizId, userId)]);
    return { attempts: items, pagination: new Pagination(page, total), nextCursor: next };
  }

  private async readItems(
    quizId: string,
    userId: string | undefined,
    { position, asPage }: AttemptsQuery,
  ): Promise<{ items: AttemptListItem[]; next: string | null | undefined }> {
    if (position === undefined) return { items: await this.readPage(quizId, userId, asPage), next: undefined };
    return readFromCursor(
      position,
      (after, limit) => this.reader.read(quizId, { userId }, after, limit),
      ({ completedAt, attemptId }) => ({ at: completedAt, id: attemptId }),
    );
  }

  private async readPage(
    quizId: string,
    userId: string | undefined,
    { size, offset }: PageQuery,
  ): Promise<AttemptListItem[]> {
    const rows = await (userId === undefined
      ? this.database.query<AttemptRow>(PAGE, [quizId, size, offset])
      : this.database.query<AttemptRow>(PAGE_OF_USER, [quizId, size, offset, userId]));
    const profiles = await this.queries.execute(new GetProfiles([...new Set(rows.map((row) => row.userId))]));
    return rows.map((row) => toListItem(row, profiles.get(row.userId)?.displayName ?? ''));
  }

  private async readTotal(quizId: string, userId: string | undefined): Promise<number> {
    if (userId === undefined) return this.counts.read(ATTEMPT_COUNT, quizId);
    const [row] = await this.database.query<{ count: number }>(COUNT_OF_USER, [quizId, userId]);
    return row?.count ?? 0;
  }
}
