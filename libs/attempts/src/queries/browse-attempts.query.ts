import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type CursorQuery, readFromCursor } from '#libs/http';
import { assertQuizExists } from '#libs/quizzes';
import type { AttemptFilter, AttemptOrder } from '../attempt-filter.js';
import { AttemptReader, cursorOf } from '../attempt-reader.js';
import type { AttemptsPart } from '../backoffice-attempts.dto.js';

/** Attempts at a quiz from a cursor on, for administrators. @throws QuizNotFound, ValidationFailed, Overloaded */
export class BrowseAttempts extends Query<AttemptsPart> {
  constructor(
    readonly quizId: string,
    readonly filter: AttemptFilter,
    readonly order: AttemptOrder,
    readonly page: CursorQuery,
  ) {
    super();
  }
}

@QueryHandler(BrowseAttempts)
export class BrowseAttemptsHandler implements IQueryHandler<BrowseAttempts> {
  constructor(
    private readonly reader: AttemptReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, filter, order, page }: BrowseAttempts): Promise<AttemptsPart> {
    await assertQuizExists(this.queries, quizId);
    const [since, total, { items, nextCursor }] = await Promise.all([
      this.reader.sortedSince(quizId, filter, order),
      this.reader.count(quizId, filter),
      readFromCursor(
        page,
        (after, limit) => this.reader.search(quizId, filter, after, limit, order),
        (attempt) => cursorOf(attempt, order),
      ),
    ]);
    return { attempts: items, total, since, nextCursor };
  }
}
