import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { GetProfiles } from '#libs/profiles';
import { type JsonString, type PageQuery, Pagination, toJsonString } from '#libs/http';
import { ShardedCounters } from '#libs/projections';
import { BatchLoader } from '#libs/database';
import { GLOBAL_ENTRY_COLUMNS, type GlobalEntryRow, toGlobalEntries } from '../global-entries.js';
import type { GlobalLeaderboard } from '../leaderboards.dto.js';
import { RankedPages } from '../ranking/ranked-pages.js';
import { GLOBAL_BOARD } from '../ranking/ranking.js';
import { USER_COUNT } from '../standings.js';

/** A page of the leaderboard over all quizzes. */
export class GetGlobalLeaderboard extends Query<JsonString<GlobalLeaderboard>> {
  constructor(readonly page: PageQuery) {
    super();
  }
}

@QueryHandler(GetGlobalLeaderboard)
export class GetGlobalLeaderboardHandler implements IQueryHandler<GetGlobalLeaderboard> {
  /** Requests of one turn for the same page share its rows and its text. */
  private readonly pages: BatchLoader<PageQuery, JsonString<GlobalLeaderboard>>;

  constructor(
    private readonly ranked: RankedPages,
    private readonly counts: ShardedCounters,
    private readonly queries: QueryBus,
  ) {
    this.pages = new BatchLoader(
      async (pages) => new Map(await Promise.all(pages.map(async (page) => [page, await this.load(page)] as const))),
      ({ page, size }) => `${page} ${size}`,
    );
  }

  execute({ page }: GetGlobalLeaderboard): Promise<JsonString<GlobalLeaderboard>> {
    // A far page may take long: no other page waits for it.
    return this.ranked.isFar(page) ? this.load(page) : (this.pages.get(page) as Promise<JsonString<GlobalLeaderboard>>);
  }

  private async load(page: PageQuery): Promise<JsonString<GlobalLeaderboard>> {
    const [rows, total] = await Promise.all([
      this.ranked.page<GlobalEntryRow>(GLOBAL_BOARD, GLOBAL_ENTRY_COLUMNS, page),
      this.counts.read(USER_COUNT),
    ]);
    const profiles = await this.queries.execute(new GetProfiles(rows.map(({ userId }) => userId)));
    const leaderboard = toGlobalEntries(rows, page.offset, profiles);
    return toJsonString<GlobalLeaderboard>({ leaderboard, pagination: new Pagination(page, total) });
  }
}
