import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { GetProfiles } from '#libs/profiles';
import { type JsonOf, type PageQuery, Pagination, toJson } from '#libs/http';
import { OrderedIndex, ShardedCounters } from '#libs/projections';
import { BatchLoader } from '#libs/database';
import type { GlobalLeaderboard } from '../leaderboards.dto.js';
import { AVERAGE_BASIS_POINTS, GLOBAL_STANDINGS, USER_COUNT } from '../standings.js';

/** A page of the leaderboard over all quizzes. */
export class GetGlobalLeaderboard extends Query<JsonOf<GlobalLeaderboard>> {
  constructor(readonly page: PageQuery) {
    super();
  }
}

const COLUMNS = `user_id AS "userId", attempts, correct, questions, ${AVERAGE_BASIS_POINTS} AS average`;

/** The driver returns PostgreSQL's bigint as text. */
interface Row {
  userId: string;
  attempts: string;
  correct: string;
  questions: string;
  average: string;
}

@QueryHandler(GetGlobalLeaderboard)
export class GetGlobalLeaderboardHandler implements IQueryHandler<GetGlobalLeaderboard> {
  /** Requests of one turn for the same page share its rows and its text. */
  private readonly pages: BatchLoader<PageQuery, JsonOf<GlobalLeaderboard>>;

  constructor(
    private readonly index: OrderedIndex,
    private readonly counts: ShardedCounters,
    private readonly queries: QueryBus,
  ) {
    index.register(GLOBAL_STANDINGS);
    this.pages = new BatchLoader(
      async (pages) => new Map(await Promise.all(pages.map(async (page) => [page, await this.load(page)] as const))),
      ({ page, size }) => `${page} ${size}`,
    );
  }

  execute({ page }: GetGlobalLeaderboard): Promise<JsonOf<GlobalLeaderboard>> {
    // A far page may take long: no other page waits for it.
    return this.index.isFar(page) ? this.load(page) : (this.pages.get(page) as Promise<JsonOf<GlobalLeaderboard>>);
  }

  private async load(page: PageQuery): Promise<JsonOf<GlobalLeaderboard>> {
    const [rows, total] = await Promise.all([
      this.index.page<Row>(GLOBAL_STANDINGS, COLUMNS, page),
      this.counts.read(USER_COUNT),
    ]);
    const profiles = await this.queries.execute(new GetProfiles(rows.map(({ userId }) => userId)));
    const leaderboard = rows.map(({ userId, attempts, correct, questions, average }, position) => ({
      rank: page.offset + position + 1,
      userId,
      displayName: profiles.get(userId)?.displayName ?? '',
      image: profiles.get(userId)?.image ?? null,
      totalAttempts: Number(attempts),
      averageScore: Number(average) / 100,
      totalCorrect: Number(correct),
      totalQuestions: Number(questions),
    }));
    return toJson<GlobalLeaderboard>({ leaderboard, pagination: new Pagination(page, total) });
  }
}
