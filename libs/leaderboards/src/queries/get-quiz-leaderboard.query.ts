import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { countLookups, Metrics } from '#libs/observability';
import { Database, BatchLoader, sql } from '#libs/database';
import { GetProfiles, GetProfilesRevision } from '#libs/profiles';
import { isId, type JsonOf, type PageQuery, Pagination, toJson } from '#libs/http';
import { OrderedIndex, ShardedCounters } from '#libs/projections';
import { CountAttempts } from '#libs/attempts';
import { FindExistingQuizzes, QuizNotFound } from '#libs/quizzes';
import type { QuizLeaderboard } from '../leaderboards.dto.js';
import { QUIZ_STANDINGS, STANDING_COUNT, STANDING_REPAIRS } from '../standings.js';

/** A page of a quiz's leaderboard. @throws QuizNotFound */
export class GetQuizLeaderboard extends Query<JsonOf<QuizLeaderboard>> {
  constructor(
    readonly quizId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

const COLUMNS = `user_id AS "userId", correct_count AS "correctCount", total_questions AS "totalQuestions", miss AS "missedBasisPoints",
  total_time_ms AS "totalTimeMs", completed_at AS "completedAt"`;

/** Pages near the beginning, of many quizzes. */
const PAGES = sql(`
  SELECT wanted.key, ${COLUMNS} FROM unnest($1::text[], $2::uuid[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS wanted (key, quiz_id, skip, size, position)
  CROSS JOIN LATERAL (
    SELECT * FROM quiz_standings WHERE quiz_id = wanted.quiz_id ORDER BY ${QUIZ_STANDINGS.order} LIMIT wanted.size OFFSET wanted.skip
  ) AS standing
  ORDER BY position, ${QUIZ_STANDINGS.order}`);

interface Row {
  userId: string;
  correctCount: number;
  totalQuestions: number;
  missedBasisPoints: number;
  totalTimeMs: number;
  completedAt: Date;
}

/** A page that somebody asks for. */
interface Wanted {
  key: string;
  quizId: string;
  page: number;
  offset: number;
  size: number;
  total: number;
  /** What the page's text depends on: while it is the same, so is the text. */
  state: string;
}

/** Memory that pages may take, in characters. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;

@QueryHandler(GetQuizLeaderboard)
export class GetQuizLeaderboardHandler implements IQueryHandler<GetQuizLeaderboard> {
  /** Requests of one turn share the queries for all their pages. */
  private readonly pages: BatchLoader<string, JsonOf<QuizLeaderboard>>;

  /** Texts by their page, each with the state that it shows; the state is read afresh on every request. */
  private readonly texts = new LRUCache<string, { state: string; text: JsonOf<QuizLeaderboard> }>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  });

  private readonly countLookup: (isHit: boolean) => void;

  constructor(
    private readonly database: Database,
    private readonly counts: ShardedCounters,
    private readonly index: OrderedIndex,
    private readonly queries: QueryBus,
    metrics: Metrics,
  ) {
    this.countLookup = countLookups(metrics, 'quiz leaderboard pages');
    index.register(QUIZ_STANDINGS);
    this.pages = new BatchLoader((keys) => this.load(keys));
  }

  async execute({ quizId, page }: GetQuizLeaderboard): Promise<JsonOf<QuizLeaderboard>> {
    if (!isId(quizId)) throw new QuizNotFound();
    const key = `${quizId} ${page.page} ${page.size}`;
    // A far page may take long: nobody else waits for it.
    const text = this.index.isFar(page) ? (await this.load([key])).get(key) : await this.pages.get(key);
    if (text === undefined) throw new QuizNotFound();
    return text;
  }

  private async load(keys: string[]): Promise<Map<string, JsonOf<QuizLeaderboard>>> {
    const wanted = await this.readStates(keys);
    // Taken out of memory now: what is kept there may make room while the other pages are rendered.
    const texts = new Map(wanted.flatMap((page) => this.keptText(page)));
    const missing = wanted.filter(({ key }) => !texts.has(key));
    if (missing.length === 0) return texts;
    const fresh = await this.render(missing);
    for (const { key, state } of missing) {
      const text = fresh.get(key);
      if (text !== undefined) this.texts.set(key, { state, text });
    }
    return new Map([...texts, ...fresh]);
  }

  private keptText({ key, state }: Wanted): [string, JsonOf<QuizLeaderboard>][] {
    const kept = this.texts.get(key);
    const isCurrent = kept?.state === state;
    this.countLookup(isCurrent);
    return isCurrent ? [[key, kept.text]] : [];
  }

  /** Pages of quizzes that exist, with their states. */
  private async readStates(keys: string[]): Promise<Wanted[]> {
    const parsed = keys.map((key) => {
      const [quizId = '', page = '', size = ''] = key.split(' ');
      return { key, quizId, page: Number(page), size: Number(size) };
    });
    const ids = [...new Set(parsed.map(({ quizId }) => quizId))].filter(isId);
    const [existing, profiles, totals, attempts, repairs] = await Promise.all([
      this.queries.execute(new FindExistingQuizzes(ids)),
      this.queries.execute(new GetProfilesRevision()),
      Promise.all(ids.map(async (id) => [id, await this.counts.read(STANDING_COUNT, id)] as const)),
      this.queries.execute(new CountAttempts(ids)),
      this.counts.read(STANDING_REPAIRS),
    ]);
    const totalOf = new Map(totals);
    return parsed
      .filter(({ quizId }) => existing.has(quizId))
      .map((page) => {
        const total = totalOf.get(page.quizId) ?? 0;
        return {
          ...page,
          offset: (page.page - 1) * page.size,
          total,
          state: `${attempts.get(page.quizId) ?? 0} ${total} ${profiles} ${repairs}`,
        };
      });
  }

  /** The rows of pages by their keys; a far page comes alone. */
  private async read(wanted: Wanted[]): Promise<Map<string, Row[]>> {
    const [first] = wanted;
    if (first !== undefined && this.index.isFar(first)) {
      return new Map([[first.key, await this.index.page<Row>(QUIZ_STANDINGS, COLUMNS, first, first.quizId)]]);
    }
    const rows = await this.database.query<Row & { key: string }>(PAGES, [
      wanted.map(({ key }) => key),
      wanted.map(({ quizId }) => quizId),
      wanted.map(({ offset }) => offset),
      wanted.map(({ size }) => size),
    ]);
    const rowsOf = new Map<string, Row[]>(wanted.map(({ key }) => [key, []]));
    for (const row of rows) rowsOf.get(row.key)?.push(row);
    return rowsOf;
  }

  private async render(wanted: Wanted[]): Promise<Map<string, JsonOf<QuizLeaderboard>>> {
    const rowsOf = await this.read(wanted);
    const users = [...rowsOf.values()].flatMap((rows) => rows.map(({ userId }) => userId));
    const profiles = await this.queries.execute(new GetProfiles([...new Set(users)]));
    return new Map(
      wanted.map(({ key, page, offset, size, total }) => {
        const leaderboard = (rowsOf.get(key) ?? []).map((row, position) => ({
          rank: offset + position + 1,
          userId: row.userId,
          displayName: profiles.get(row.userId)?.displayName ?? '',
          image: profiles.get(row.userId)?.image ?? null,
          correctCount: row.correctCount,
          totalQuestions: row.totalQuestions,
          percentage: (10_000 - row.missedBasisPoints) / 100,
          totalTimeMs: row.totalTimeMs,
          completedAt: row.completedAt,
        }));
        return [key, toJson<QuizLeaderboard>({ leaderboard, pagination: new Pagination({ page, size }, total) })];
      }),
    );
  }
}
