import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '#libs/http';
import { GetProfiles } from '#libs/profiles';
import { ShardedCounters } from '#libs/projections';
import { assertQuizExists } from '#libs/quizzes';
import { NoLeaderboardEntry } from '../leaderboard.errors.js';
import type { OwnQuizEntry } from '../leaderboards.dto.js';
import { ownEntry } from '../own-entry.js';
import { QUIZ_ENTRY_COLUMNS, type QuizEntryRow, toQuizEntries } from '../quiz-entries.js';
import { RankedPages } from '../ranking/ranked-pages.js';
import { STANDING_COUNT } from '../standings.js';

/** A user's entry in a quiz's leaderboard, with its neighbours. @throws QuizNotFound, NoLeaderboardEntry */
export class GetQuizEntry extends Query<OwnQuizEntry> {
  constructor(
    readonly quizId: string,
    readonly principal: Pick<Principal, 'userId' | 'admin'>,
    readonly neighbours: number,
  ) {
    super();
  }
}

@QueryHandler(GetQuizEntry)
export class GetQuizEntryHandler implements IQueryHandler<GetQuizEntry> {
  constructor(
    private readonly pages: RankedPages,
    private readonly counts: ShardedCounters,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, principal, neighbours }: GetQuizEntry): Promise<OwnQuizEntry> {
    await assertQuizExists(this.queries, quizId, principal);
    const { userId } = principal;
    const [found, total] = await Promise.all([
      this.pages.around<QuizEntryRow>(quizId, QUIZ_ENTRY_COLUMNS, { userId, neighbours }),
      this.counts.read(STANDING_COUNT, quizId),
    ]);
    if (found === undefined) throw new NoLeaderboardEntry();
    const profiles = await this.queries.execute(new GetProfiles(found.rows.map((row) => row.userId)));
    return ownEntry(found, toQuizEntries(found.rows, found.offset, profiles), total);
  }
}
