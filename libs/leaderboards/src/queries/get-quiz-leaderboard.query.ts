import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Metrics } from '#libs/observability';
import { Database, BatchLoader, sql } from '#libs/database';
import { GetProfiles, GetProfilesRevision, type Profile } from '#libs/profiles';
import { isId, type JsonString, type PageQuery, Pagination, toJsonString } from '#libs/http';
import { ShardedCounters } from '#libs/projections';
import { CountAttempts } from '#libs/attempts';
import { assertQuizExists, FindExistingQuizzes, QuizNotFound, type Viewer } from '#libs/quizzes';
import type { QuizLeaderboard } from '../leaderboards.dto.js';
import { PageCache } from '../page-cache.js';
import { QUIZ_ENTRY_COLUMNS, type QuizEntryRow, toQuizEntries } from '../quiz-entries.js';
import { RankedPages } from '../ranking/ranked-pages.js';
import { QUIZ_STANDINGS, STANDING_COUNT, STANDING_REPAIRS } from '../standings.js';

/** A page of a quiz's leaderboard. @throws QuizNotFound, also for viewers for whom the quiz does not exist yet */
export class GetQuizLeaderboard extends Query<JsonString<QuizLeaderboard>> {
  constructor(
    readonly quizId: string,
    readonly page: PageQuery,
    readonly viewer?: Viewer,
  ) {
    super();
  }
}

/** Pages near the beginning, of many quizzes. */
const PAGES = sql(`
  SELECT wanted.position::integer, ${QUIZ_ENTRY_COLUMNS} FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS wanted (quiz_id, skip, size, position)
  CROSS JOIN LATERAL (
    SELECT * FROM quiz_standings WHERE ${QUIZ_STANDINGS.isOf('wanted.quiz_id')} ORDER BY ${QUIZ_STANDINGS.order} LIMIT wanted.size OFFSET wanted.skip
  ) AS standing
  ORDER BY position, ${QUIZ_STANDINGS.order}`);

/** A page of a quiz's leaderboard that is requested. */
type Wanted = Pick<GetQuizLeaderboard, 'quizId' | 'page'>;

type Text = JsonString<QuizLeaderboard>;

/** The state that the text of a page depends on. */
interface State {
  [part: string]: number;
  readonly attempts: number;
  readonly profiles: number;
  readonly repairs: number;
}

/** Maximum size of the cached pages, in characters. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;

const idOf = ({ quizId, page }: Wanted) => `${quizId} ${page.page} ${page.size}`;

@QueryHandler(GetQuizLeaderboard)
export class GetQuizLeaderboardHandler implements IQueryHandler<GetQuizLeaderboard> {
  /** Requests of one turn share the queries for all their pages. */
  private readonly pages: BatchLoader<Wanted, Text>;
  private readonly cache: PageCache<Wanted, Text>;

  constructor(
    private readonly database: Database,
    private readonly counts: ShardedCounters,
    private readonly ranked: RankedPages,
    private readonly queries: QueryBus,
    metrics: Metrics,
  ) {
    const countLookup = metrics.lookups('quiz leaderboard pages');
    this.cache = new PageCache({ maxCharacters: CACHE_CHARACTERS, idOf, countLookup });
    this.pages = new BatchLoader((wanted) => this.load(wanted), idOf);
  }

  async execute({ quizId, page, viewer }: GetQuizLeaderboard): Promise<Text> {
    if (!isId(quizId)) throw new QuizNotFound();
    const [text] = await Promise.all([
      this.get({ quizId, page }),
      viewer?.admin === false ? assertQuizExists(this.queries, quizId, viewer) : undefined,
    ]);
    if (text === undefined) throw new QuizNotFound();
    return text;
  }

  private async get(wanted: Wanted): Promise<Text | undefined> {
    // A far page may take long: no other page waits for it.
    return this.ranked.isFar(wanted.page) ? (await this.load([wanted])).get(wanted) : this.pages.get(wanted);
  }

  private async load(wanted: Wanted[]): Promise<ReadonlyMap<Wanted, Text>> {
    const states = await this.readStates(wanted);
    return this.cache.read(states, async (missing) => {
      const [rows, totals] = await Promise.all([
        this.readRows(missing),
        Promise.all(missing.map(({ quizId }) => this.counts.read(STANDING_COUNT, quizId))),
      ]);
      const users = rows.flatMap((page) => page.map(({ userId }) => userId));
      const profiles = await this.queries.execute(new GetProfiles([...new Set(users)]));
      return new Map(
        missing.map((one, index) => [one, render(one.page, rows[index] ?? [], profiles, totals[index] ?? 0)]),
      );
    });
  }

  /** The states of pages of quizzes that exist. Every other change of a quiz's standings than by an attempt counts as a repair. */
  private async readStates(wanted: Wanted[]): Promise<Map<Wanted, State>> {
    const ids = [...new Set(wanted.map(({ quizId }) => quizId))];
    const [attempts, profiles, repairs] = await Promise.all([
      this.queries.execute(new CountAttempts(ids)),
      this.queries.execute(new GetProfilesRevision()),
      this.counts.read(STANDING_REPAIRS),
    ]);
    const countOf = (quizId: string) => attempts.get(quizId) ?? 0;
    const withoutAttempts = ids.filter((id) => countOf(id) === 0);
    const existing = await this.queries.execute(new FindExistingQuizzes(withoutAttempts));
    return new Map(
      wanted
        .filter(({ quizId }) => countOf(quizId) > 0 || existing.has(quizId))
        .map((one) => [one, { attempts: countOf(one.quizId), profiles, repairs }]),
    );
  }

  /** The rows of each page; a far page is read alone. */
  private async readRows(wanted: Wanted[]): Promise<QuizEntryRow[][]> {
    const [first] = wanted;
    if (first !== undefined && this.ranked.isFar(first.page)) {
      return [await this.ranked.page<QuizEntryRow>(first.quizId, QUIZ_ENTRY_COLUMNS, first.page)];
    }
    const rows = await this.database.query<QuizEntryRow & { position: number }>(PAGES, [
      wanted.map(({ quizId }) => quizId),
      wanted.map(({ page }) => page.offset),
      wanted.map(({ page }) => page.size),
    ]);
    const pages: QuizEntryRow[][] = wanted.map(() => []);
    for (const row of rows) pages[row.position - 1]?.push(row);
    return pages;
  }
}

function render(page: PageQuery, rows: QuizEntryRow[], profiles: ReadonlyMap<string, Profile>, total: number): Text {
  const leaderboard = toQuizEntries(rows, page.offset, profiles);
  return toJsonString<QuizLeaderboard>({ leaderboard, pagination: new Pagination(page, total) });
}
