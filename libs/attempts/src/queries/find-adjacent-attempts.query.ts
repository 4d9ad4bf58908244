import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { isId } from '#libs/http';
import { assertQuizExists } from '#libs/quizzes';
import type { AttemptFilter } from '../attempt-filter.js';
import { type AttemptOrder, cursorOf } from '../attempt-order.js';
import { AttemptReader } from '../attempt-reader.js';
import { type AttemptRow, FIND_ATTEMPT, toListItem } from '../attempt-row.js';
import { AttemptNotFound } from '../attempt.errors.js';
import type { AdjacentAttempts } from '../backoffice-attempts.dto.js';

/**
 * The attempts before and after an attempt in a list. The attempt need not match the filter.
 * @throws QuizNotFound, AttemptNotFound, Overloaded
 */
export class FindAdjacentAttempts extends Query<AdjacentAttempts> {
  constructor(
    readonly quizId: string,
    readonly attemptId: string,
    readonly filter: AttemptFilter,
    readonly order: AttemptOrder,
  ) {
    super();
  }
}

@QueryHandler(FindAdjacentAttempts)
export class FindAdjacentAttemptsHandler implements IQueryHandler<FindAdjacentAttempts> {
  constructor(
    private readonly database: Database,
    private readonly reader: AttemptReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, attemptId, filter, order }: FindAdjacentAttempts): Promise<AdjacentAttempts> {
    await assertQuizExists(this.queries, quizId);
    const [row] = isId(attemptId) ? await this.database.query<AttemptRow>(FIND_ATTEMPT, [quizId, attemptId]) : [];
    if (row === undefined) throw new AttemptNotFound();
    const cursor = cursorOf(order, toListItem(row, ''));
    const first = async (direction: AttemptOrder) => {
      const [found] = await this.reader.read(quizId, filter, cursor, 1, direction);
      return found?.attemptId ?? null;
    };
    const reversed: AttemptOrder = { ...order, order: order.order === 'asc' ? 'desc' : 'asc' };
    const [previous, next] = await Promise.all([first(reversed), first(order)]);
    return { previous, next };
  }
}
