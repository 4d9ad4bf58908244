import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '#libs/http';
import { FindPlayers, GetExternalIds } from '#libs/profiles';
import { AttemptReader } from '../attempt-reader.js';
import { AttemptFeed } from '../feed/attempt-feed.js';
import type { FeedReader } from '../feed/feed-statement.js';
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
    private readonly queries: QueryBus,
  ) {}

  async execute({ principal, query }: ListChanges): Promise<AttemptFeedPage> {
    const { admin, userId, hasPlayers } = principal;
    const reader = admin ? undefined : { userId, hasPlayers };
    const filter = { ...query, userIds: await this.usersOf(query, reader) };
    const { changes, next, hasMore } = await this.feed.read(reader, filter, query.start, query.size);
    const items = await this.attempts.toListItems(
      changes.flatMap(({ attempt }) => attempt ?? []),
      query.include,
    );
    const players = items.flatMap(({ applicationId, userId }) => (applicationId === undefined ? [] : [userId]));
    const externalIds =
      players.length === 0 ? new Map<string, string>() : await this.queries.execute(new GetExternalIds(players));
    const byId = new Map(
      items.map((item) => {
        const externalId = externalIds.get(item.userId);
        return [item.attemptId, externalId === undefined ? item : { ...item, externalId }];
      }),
    );
    const attempts = changes.flatMap(({ at: { id, quizId }, attempt }) =>
      attempt === undefined ? { id, quizId, deleted: true as const } : (byId.get(id) ?? []),
    );
    return { attempts, nextCursor: toFeedCursor(next), hasMore };
  }

  /** The users whose attempts are asked for; undefined for all. */
  private async usersOf(
    { userId, externalId }: AttemptFeedQuery,
    reader: FeedReader | undefined,
  ): Promise<readonly string[] | undefined> {
    if (externalId === undefined) return userId === undefined ? undefined : [userId];
    const players = await this.queries.execute(new FindPlayers(externalId, reader?.userId));
    return userId === undefined ? players : players.filter((id) => id === userId);
  }
}
