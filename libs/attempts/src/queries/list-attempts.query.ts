import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Principal, Pagination, readPageOrCursor } from '#libs/http';
import { Database, sql } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { assertQuizExists } from '#libs/quizzes';
import { AnswerHider } from '../answer-hider.js';
import { ATTEMPT_COUNT, AttemptReader, cursorOf } from '../attempt-reader.js';
import type { AttemptListForPlayers, AttemptsQuery } from '../attempts.dto.js';

/** Attempts at a quiz, newest first: all of them for administrators, their own for others. @throws QuizNotFound */
export class ListAttempts extends Query<AttemptListForPlayers> {
  constructor(
    readonly quizId: string,
    readonly principal: Principal,
    readonly query: AttemptsQuery,
  ) {
    super();
  }
}

/** The attempts that count for the limit, with the voided ones, which do not, and without an open start, which does. */
const COUNT_OF_USER = sql(`
  SELECT count + (SELECT count(*)::integer FROM attempts WHERE quiz_id = $1 AND user_id = $2 AND voided_at IS NOT NULL)
    - (SELECT count(*)::integer FROM starts WHERE quiz_id = $1 AND user_id = $2) AS count
  FROM attempt_counts WHERE quiz_id = $1 AND user_id = $2`);

@QueryHandler(ListAttempts)
export class ListAttemptsHandler implements IQueryHandler<ListAttempts> {
  constructor(
    private readonly database: Database,
    private readonly counts: ShardedCounters,
    private readonly reader: AttemptReader,
    private readonly hider: AnswerHider,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, principal, query }: ListAttempts): Promise<AttemptListForPlayers> {
    await assertQuizExists(this.queries, quizId, principal);
    const userId = principal.admin ? query.userId : principal.userId;
    const isForeign = !principal.admin && query.userId !== undefined && query.userId !== principal.userId;
    const [{ items, nextCursor }, total] = await Promise.all([
      readPageOrCursor(
        query,
        async (from, limit) => (isForeign ? [] : this.reader.readNewest(quizId, userId, from, limit, query.include)),
        (attempt) => cursorOf(attempt),
      ),
      isForeign ? 0 : this.count(quizId, userId),
    ]);
    const attempts = await this.hider.hideFrom(principal, items);
    return { attempts, pagination: new Pagination(query.asPage, total), nextCursor };
  }

  private async count(quizId: string, userId: string | undefined): Promise<number> {
    if (userId === undefined) return this.counts.read(ATTEMPT_COUNT, quizId);
    const [row] = await this.database.query<{ count: number }>(COUNT_OF_USER, [quizId, userId]);
    return row?.count ?? 0;
  }
}
