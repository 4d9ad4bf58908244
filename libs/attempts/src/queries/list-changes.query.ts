import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '#libs/http';
import { FindPlayers, GetExternalIds } from '#libs/profiles';
import { AnswerHider } from '../answer-hider.js';
import { AnswerReader } from '../answer-reader.js';
import { AttemptReader } from '../attempt-reader.js';
import { CursorOutdated } from '../attempt.errors.js';
import { AttemptFeed, type Change } from '../feed/attempt-feed.js';
import type { FeedReader } from '../feed/feed-statement.js';
import { selectionOf, toFeedCursor } from '../feed/feed-cursor.js';
import type { AttemptFeedPageForPlayers, AttemptFeedQuery } from '../feed/feed.dto.js';

/**
 * Attempts at all quizzes in the order of their changes: all of them for administrators, for others their own, and those that they
 * submitted for players.
 * @throws CursorOutdated
 */
export class ListChanges extends Query<AttemptFeedPageForPlayers> {
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
    private readonly answers: AnswerReader,
    private readonly hider: AnswerHider,
    private readonly queries: QueryBus,
  ) {}

  async execute({ principal, query }: ListChanges): Promise<AttemptFeedPageForPlayers> {
    const { admin, userId, hasPlayers } = principal;
    const reader = admin ? undefined : { userId, hasPlayers };
    const { start, quizId, since, until, passed } = query;
    const userIds = await this.usersOf(query, reader);
    // With the users, not the external id: once it is that of others, or of nobody, the reader has to forget the attempts of the former ones.
    const selection = selectionOf(reader, [quizId, userIds, since, until, passed]);
    if (start !== undefined && start.selection !== selection) throw new CursorOutdated();
    const filter = { quizId, userIds, since, until, passed };
    const { attempts, next, hasMore } = await this.answers.readList(query.include, async () => {
      const part = await this.feed.read(reader, filter, start, query.size, query.include);
      return { ...part, attempts: await this.toItems(principal, part.changes, query.include) };
    });
    return { attempts, nextCursor: toFeedCursor(next, selection), hasMore };
  }

  private async toItems(
    principal: Principal,
    changes: readonly Change[],
    include?: 'answers',
  ): Promise<AttemptFeedPageForPlayers['attempts']> {
    const rows = changes.flatMap(({ attempt }) => attempt ?? []);
    const items = await this.hider.hideFrom(principal, await this.attempts.toListItems(rows, include));
    const players = items.flatMap(({ applicationId, userId }) => (applicationId === undefined ? [] : [userId]));
    const externalIds =
      players.length === 0 ? new Map<string, string>() : await this.queries.execute(new GetExternalIds(players));
    const byId = new Map(
      items.map((item) => {
        const externalId = externalIds.get(item.userId);
        return [item.attemptId, externalId === undefined ? item : { ...item, externalId }];
      }),
    );
    return changes.flatMap(({ at: { id, quizId }, attempt }) =>
      attempt === undefined ? { id, quizId, deleted: true as const } : (byId.get(id) ?? []),
    );
  }

  /** The users whose attempts are asked for, in the order of their ids; undefined for all. */
  private async usersOf(
    { userId, externalId }: AttemptFeedQuery,
    reader: FeedReader | undefined,
  ): Promise<readonly string[] | undefined> {
    if (externalId !== undefined) {
      const players = await this.queries.execute(new FindPlayers(externalId, reader?.userId));
      return players.filter((id) => userId === undefined || id === userId).sort();
    }
    if (userId === undefined) return undefined;
    return reader?.hasPlayers === false && userId !== reader.userId ? [] : [userId];
  }
}
