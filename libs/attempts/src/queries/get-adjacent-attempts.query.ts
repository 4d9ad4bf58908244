import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { assertQuizExists } from '#libs/quizzes';
import type { AttemptFilter, AttemptOrder } from '../attempt-filter.js';
import { AttemptReader, cursorOf } from '../attempt-reader.js';
import { toListItem } from '../attempt-row.js';
import type { AdjacentAttempts } from '../backoffice-attempts.dto.js';

/**
 * The attempts before and after an attempt in a list. The attempt need not match the filter.
 * @throws QuizNotFound, AttemptNotFound, Overloaded
 */
export class GetAdjacentAttempts extends Query<AdjacentAttempts> {
  constructor(
    readonly quizId: string,
    readonly attemptId: string,
    readonly filter: AttemptFilter,
    readonly order: AttemptOrder,
  ) {
    super();
  }
}

@QueryHandler(GetAdjacentAttempts)
export class GetAdjacentAttemptsHandler implements IQueryHandler<GetAdjacentAttempts> {
  constructor(
    private readonly reader: AttemptReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, attemptId, filter, order }: GetAdjacentAttempts): Promise<AdjacentAttempts> {
    await assertQuizExists(this.queries, quizId);
    const cursor = cursorOf(toListItem(await this.reader.getRow(quizId, attemptId), undefined), order);
    const first = async (direction: AttemptOrder) => {
      const [found] = await this.reader.search(quizId, filter, cursor, 1, direction);
      return found?.attemptId ?? null;
    };
    const reversed: AttemptOrder = { ...order, order: order.order === 'asc' ? 'desc' : 'asc' };
    const [previous, next] = await Promise.all([first(reversed), first(order)]);
    return { previous, next };
  }
}
