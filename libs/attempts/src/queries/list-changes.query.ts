import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '#libs/http';
import { AttemptReader } from '../attempt-reader.js';
import { AttemptFeed } from '../feed/attempt-feed.js';
import { toFeedCursor } from '../feed/feed-cursor.js';
import type { AttemptFeedPage, AttemptFeedQuery } from '../feed/feed.dto.js';

/**
 * Attempts at all quizzes in the order of their changes: all of them for administrators, for others their own, and those that they
 * submitted for players.
 * @throws CursorOutdated
 */
export class ListChanges extends Query<AttemptFeedPage> {
  constructor(
    readonly principal: Principal,
    readonly query: AttemptFeedQuery,
  ) {
    super();
  }
}

@QueryHandler(ListChanges)
export class ListChangesHandler implements IQueryHandler<ListChanges> {
  constructor(
    private readonly feed: AttemptFeed,
    private readonly attempts: AttemptReader,
  ) {}

  async execute({ principal, query }: ListChanges): Promise<AttemptFeedPage> {
    const readerId = principal.admin ? undefined : principal.userId;
    const { changes, next, hasMore } = await this.feed.read(readerId, query, query.start, query.size);
    const items = await this.attempts.toListItems(
      changes.flatMap(({ attempt }) => attempt ?? []),
      query.include,
    );
    const byId = new Map(items.map((item) => [item.attemptId, item]));
    const attempts = changes.flatMap(({ at: { id, quizId }, attempt }) =>
      attempt === undefined ? { id, quizId, deleted: true as const } : (byId.get(id) ?? []),
    );
    return { attempts, nextCursor: toFeedCursor(next), hasMore };
  }
}
