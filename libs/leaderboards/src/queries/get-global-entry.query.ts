import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { GetProfiles } from '#libs/profiles';
import { ShardedCounters } from '#libs/projections';
import { GLOBAL_ENTRY_COLUMNS, type GlobalEntryRow, toGlobalEntries } from '../global-entries.js';
import { NoLeaderboardEntry } from '../leaderboard.errors.js';
import type { OwnGlobalEntry } from '../leaderboards.dto.js';
import { ownEntry } from '../own-entry.js';
import { RankedPages } from '../ranking/ranked-pages.js';
import { GLOBAL_BOARD } from '../ranking/ranking.js';
import { USER_COUNT } from '../standings.js';

/** A user's entry in the leaderboard over all quizzes, with its neighbours. @throws NoLeaderboardEntry */
export class GetGlobalEntry extends Query<OwnGlobalEntry> {
  constructor(
    readonly userId: string,
    readonly neighbours: number,
  ) {
    super();
  }
}

@QueryHandler(GetGlobalEntry)
export class GetGlobalEntryHandler implements IQueryHandler<GetGlobalEntry> {
  constructor(
    private readonly pages: RankedPages,
    private readonly counts: ShardedCounters,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId, neighbours }: GetGlobalEntry): Promise<OwnGlobalEntry> {
    const [found, total] = await Promise.all([
      this.pages.around<GlobalEntryRow>(GLOBAL_BOARD, GLOBAL_ENTRY_COLUMNS, { userId, neighbours }),
      this.counts.read(USER_COUNT),
    ]);
    if (found === undefined) throw new NoLeaderboardEntry();
    const profiles = await this.queries.execute(new GetProfiles(found.rows.map((row) => row.userId)));
    return ownEntry(found, toGlobalEntries(found.rows, found.offset, profiles), total);
  }
}
