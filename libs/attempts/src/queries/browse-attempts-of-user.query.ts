import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type CursorQuery, readFromCursor } from '#libs/http';
import { getProfile } from '#libs/profiles';
import { GetQuizTitles } from '#libs/quizzes';
import { AttemptReader, cursorOf } from '../attempt-reader.js';
import type { UserAttemptsPart } from '../backoffice-attempts.dto.js';

/** Attempts of a user at all quizzes from a cursor on, for administrators. @throws UserNotFound */
export class BrowseAttemptsOfUser extends Query<UserAttemptsPart> {
  constructor(
    readonly userId: string,
    readonly page: CursorQuery,
  ) {
    super();
  }
}

@QueryHandler(BrowseAttemptsOfUser)
export class BrowseAttemptsOfUserHandler implements IQueryHandler<BrowseAttemptsOfUser> {
  constructor(
    private readonly reader: AttemptReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId, page }: BrowseAttemptsOfUser): Promise<UserAttemptsPart> {
    await getProfile(this.queries, userId);
    const [total, { items, nextCursor }] = await Promise.all([
      this.reader.countOfUser(userId),
      readFromCursor(
        page,
        (after, limit) => this.reader.readOfUser(userId, after, limit),
        (attempt) => cursorOf(attempt),
      ),
    ]);
    const titles = await this.queries.execute(new GetQuizTitles([...new Set(items.map(({ quizId }) => quizId))]));
    return {
      attempts: items.map((item) => ({ ...item, quizTitle: titles.get(item.quizId) ?? null })),
      total,
      nextCursor,
    };
  }
}
