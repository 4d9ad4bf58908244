// Whole leaderboards: read page by page, or computed from the attempts.
import type { paths } from '#libs/client';
import { query } from './database.js';
import type { Api } from './factories.js';

type Ok<Path extends '/leaderboard' | '/quizzes/{id}/leaderboard'> =
  paths[Path]['get']['responses'][200]['content']['application/json'];

export type QuizEntry = Ok<'/quizzes/{id}/leaderboard'>['leaderboard'][number];
export type GlobalEntry = Ok<'/leaderboard'>['leaderboard'][number];

/** The entries of all pages, and the totals of the pages. */
export interface Board<Entry> {
  entries: Entry[];
  total: number;
}

/** Reads all pages of a quiz's leaderboard. */
export function readQuizBoard(api: Api, quizId: string, limit = 100): Promise<Board<QuizEntry>> {
  return readBoard(`leaderboard of ${quizId}`, limit, (page) =>
    api.GET('/quizzes/{id}/leaderboard', { params: { path: { id: quizId }, query: { page, limit } } }),
  );
}

/** Reads all pages of the global leaderboard. */
export function readGlobalBoard(api: Api, limit = 100): Promise<Board<GlobalEntry>> {
  return readBoard('global leaderboard', limit, (page) =>
    api.GET('/leaderboard', { params: { query: { page, limit } } }),
  );
}

interface Page<Entry> {
  data?: { leaderboard: Entry[]; pagination: { page: number; limit: number; total: number; totalPages: number } };
  error?: unknown;
}

async function readBoard<Entry>(
  name: string,
  limit: number,
  read: (page: number) => Promise<Page<Entry>>,
): Promise<Board<Entry>> {
  const entries: Entry[] = [];
  for (let number = 1; ; number++) {
    const { data, error } = await read(number);
    if (data === undefined) throw new Error(`Page ${number} of the ${name} was rejected: ${JSON.stringify(error)}`);
    const { total } = data.pagination;
    expect(data.pagination).toEqual({ page: number, limit, total, totalPages: Math.ceil(total / limit) });
    entries.push(...data.leaderboard);
    if (data.leaderboard.length < limit) return { entries, total };
  }
}

interface Attempt {
  quizId: string;
  userId: string;
  correctCount: number;
  totalQuestions: number;
  totalTimeMs: number;
  completedAt: Date;
  displayName: string;
  image: string | null;
}

export interface RecomputedBoards {
  /** By the id of the quiz, without quizzes that have no attempts. */
  quizzes: Map<string, Board<QuizEntry>>;
  global: Board<GlobalEntry>;
}

/** Computes all leaderboards from the attempts at quizzes that exist, without voided ones and those of suspended users. */
export async function recomputeBoards(databaseUrl: string): Promise<RecomputedBoards> {
  const attempts = await query<Attempt>(
    databaseUrl,
    `SELECT quiz_id AS "quizId", user_id AS "userId", correct_count AS "correctCount", total_questions AS "totalQuestions",
      total_time_ms AS "totalTimeMs", completed_at AS "completedAt", display_name AS "displayName", image
    FROM attempts JOIN users ON users.id = user_id
    WHERE NOT suspended AND voided_at IS NULL AND quiz_id IN (SELECT id FROM quizzes)`,
  );
  return {
    quizzes: new Map([...groupBy(attempts, ({ quizId }) => quizId)].map(([id, ofQuiz]) => [id, quizBoard(ofQuiz)])),
    global: globalBoard(attempts),
  };
}

function quizBoard(attempts: Attempt[]): Board<QuizEntry> {
  const best = [...groupBy(attempts, ({ userId }) => userId).values()].flatMap((ofUser) =>
    ofUser.sort(byRank).slice(0, 1),
  );
  return ranked(
    best.sort(byRank).map(({ userId, displayName, image, completedAt, correctCount, totalQuestions, totalTimeMs }) => ({
      userId,
      displayName,
      image,
      correctCount,
      totalQuestions,
      percentage: basisPoints({ correctCount, totalQuestions }) / 100,
      totalTimeMs,
      completedAt: completedAt.toISOString(),
    })),
  );
}

function globalBoard(attempts: Attempt[]): Board<GlobalEntry> {
  const sums = [...groupBy(attempts, ({ userId }) => userId)].map(([userId, ofUser]) => ({
    userId,
    displayName: ofUser[0]?.displayName ?? '',
    image: ofUser[0]?.image ?? null,
    totalAttempts: ofUser.length,
    averageScore: halfUp(sum(ofUser.map(basisPoints)), ofUser.length) / 100,
    totalCorrect: sum(ofUser.map(({ correctCount }) => correctCount)),
    totalQuestions: sum(ofUser.map(({ totalQuestions }) => totalQuestions)),
    timeMs: sum(ofUser.map(({ totalTimeMs }) => totalTimeMs)),
  }));
  sums.sort(
    (one, other) =>
      other.totalCorrect - one.totalCorrect ||
      other.averageScore - one.averageScore ||
      one.timeMs - other.timeMs ||
      compareIds(one, other),
  );
  return ranked(sums.map(({ timeMs: _, ...entry }) => entry));
}

function byRank(one: Attempt, other: Attempt): number {
  return (
    basisPoints(other) - basisPoints(one) ||
    one.totalTimeMs - other.totalTimeMs ||
    one.completedAt.getTime() - other.completedAt.getTime() ||
    compareIds(one, other)
  );
}

function ranked<Entry extends object>(entries: Entry[]): Board<Entry & { rank: number }> {
  return { entries: entries.map((entry, index) => ({ rank: index + 1, ...entry })), total: entries.length };
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

type Scored = Pick<Attempt, 'correctCount' | 'totalQuestions'>;

const basisPoints = ({ correctCount, totalQuestions }: Scored) => halfUp(10_000 * correctCount, totalQuestions);
const halfUp = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor));
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const compareIds = (one: { userId: string }, other: { userId: string }) =>
  one.userId < other.userId ? -1 : Number(one.userId > other.userId);
