import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database, GetProfiles, type JsonOf, KeptCounts, type PageQuery, Pagination, SharedLookup, sql, toJson } from '#libs/platform';
import { FindExistingQuizzes, QuizNotFound } from '#libs/quizzes';
import type { QuizLeaderboard } from '../leaderboards.dto.js';
import { QUIZ_RANKING, QUIZ_STANDING_COUNT } from '../standings.js';

/** A page of a quiz's leaderboard. @throws QuizNotFound */
export class GetQuizLeaderboard extends Query<JsonOf<QuizLeaderboard>> {
  constructor(
    readonly quizId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

const PAGES = sql(`
  SELECT wanted.key, user_id AS "userId", correct_count AS "correctCount", total_questions AS "totalQuestions", miss,
    total_time_ms AS "totalTimeMs", completed_at AS "completedAt"
  FROM unnest($1::text[], $2::uuid[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS wanted (key, quiz_id, skip, size, place)
  CROSS JOIN LATERAL (
    SELECT * FROM quiz_standings WHERE quiz_id = wanted.quiz_id ORDER BY ${QUIZ_RANKING} LIMIT wanted.size OFFSET wanted.skip
  ) AS standing
  ORDER BY place, ${QUIZ_RANKING}`);

interface Row {
  key: string;
  userId: string;
  correctCount: number;
  totalQuestions: number;
  miss: number;
  totalTimeMs: number;
  completedAt: Date;
}

@QueryHandler(GetQuizLeaderboard)
export class GetQuizLeaderboardHandler implements IQueryHandler<GetQuizLeaderboard> {
  /** Requests of one turn share one query for all their pages, and the text of identical ones. */
  private readonly pages: SharedLookup<string, JsonOf<QuizLeaderboard>>;

  constructor(
    private readonly database: Database,
    private readonly counts: KeptCounts,
    private readonly queries: QueryBus,
  ) {
    this.pages = new SharedLookup((keys) => this.load(keys));
  }

  async execute({ quizId, page }: GetQuizLeaderboard): Promise<JsonOf<QuizLeaderboard>> {
    const text = await this.pages.get(`${quizId} ${page.page} ${page.size}`);
    if (text === undefined) throw new QuizNotFound();
    return text;
  }

  private async load(keys: string[]): Promise<Map<string, JsonOf<QuizLeaderboard>>> {
    const wanted = keys.map((key) => {
      const [quizId = '', page = '', size = ''] = key.split(' ');
      return { key, quizId, page: Number(page), size: Number(size) };
    });
    const existing = await this.queries.execute(new FindExistingQuizzes([...new Set(wanted.map(({ quizId }) => quizId))]));
    const found = wanted.filter(({ quizId }) => existing.has(quizId));
    const [rows, totals] = await Promise.all([
      this.database.query<Row>(PAGES, [
        found.map(({ key }) => key),
        found.map(({ quizId }) => quizId),
        found.map(({ page, size }) => (page - 1) * size),
        found.map(({ size }) => size),
      ]),
      Promise.all(found.map(({ quizId }) => this.counts.read(QUIZ_STANDING_COUNT, quizId))),
    ]);
    const profiles = await this.queries.execute(new GetProfiles([...new Set(rows.map(({ userId }) => userId))]));
    const rowsOf = new Map<string, Row[]>(found.map(({ key }) => [key, []]));
    for (const row of rows) rowsOf.get(row.key)?.push(row);
    return new Map(
      found.map(({ key, page, size }, index) => {
        const leaderboard = (rowsOf.get(key) ?? []).map((row, position) => ({
          rank: (page - 1) * size + position + 1,
          userId: row.userId,
          displayName: profiles.get(row.userId)?.displayName ?? '',
          image: profiles.get(row.userId)?.image ?? null,
          correctCount: row.correctCount,
          totalQuestions: row.totalQuestions,
          percentage: (10_000 - row.miss) / 100,
          totalTimeMs: row.totalTimeMs,
          completedAt: row.completedAt,
        }));
        return [key, toJson<QuizLeaderboard>({ leaderboard, pagination: new Pagination({ page, size }, totals[index] ?? 0) })];
      }),
    );
  }
}
