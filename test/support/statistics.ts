// The statistics of a quiz: those of the service, and those computed from its attempts by their definitions.
import type { components } from '../../libs/backoffice-ui/src/api.gen.js';
// The intervals have unit tests with published examples.
import { alphaInterval, correlationInterval, shareInterval, studentT } from '../../libs/statistics/src/estimates.js';
import { Background } from '#libs/database';
import { query } from './database.js';
import { getsPoint, type GradedQuestion, type GradedVersions, isEqual, readGradedVersions } from './regrades.js';
import type { Service } from './service.js';
import { until } from './until.js';

export type QuizStatistics = components['schemas']['QuizStatistics'];
export type Activity = components['schemas']['Activity'];

/** Which attempts are asked for; the names are those of the query. */
export interface StatisticsFilter {
  attempts?: 'all' | 'first' | 'best';
  version?: number;
  from?: string;
  to?: string;
}

export const readStatistics = (
  { backoffice }: Pick<Service, 'backoffice'>,
  quizId: string,
  filter: StatisticsFilter = {},
) =>
  backoffice.call<QuizStatistics>(
    'GET',
    `/quizzes/${quizId}/statistics?${new URLSearchParams(filter as Record<string, string>).toString()}`,
  );

export const readActivity = ({ backoffice }: Pick<Service, 'backoffice'>, days = 30) =>
  backoffice.call<Activity>('GET', `/activity?days=${days}`);

/** Waits until nothing is left to count. */
export const untilCounted = (databaseUrl: string) =>
  until('all attempts are counted', async () => {
    const left = await query(databaseUrl, 'SELECT recorded_at FROM attempts_to_count LIMIT 1');
    return left.length === 0;
  });

/** Makes the service count immediately, unless another instance does. */
export async function countAttempts({ app, databaseUrl }: Pick<Service, 'app' | 'databaseUrl'>): Promise<void> {
  await app.get(Background).run('Counting attempts');
  await untilCounted(databaseUrl);
}

interface Attempt {
  userId: string;
  version: number;
  grading: number;
  answers: [question: number, answer: number][];
  correct: number;
  total: number;
  percentage: number;
  passed: boolean;
  timedOut: boolean;
  completedAt: string;
  totalTimeMs: number;
}

type Content = GradedQuestion[];

const counts = ({ regrade }: GradedQuestion) => regrade !== 'omitted';

/** The statistics without days that have no attempts and without the versions, with rounded numbers. */
export function comparable({ days, versions: _, ...rest }: QuizStatistics): object {
  return rounded({ ...rest, days: days.filter((day) => day.attempts > 0) }) as object;
}

function rounded(value: unknown): unknown {
  // Shares often end in 5: the offset rounds them alike on both sides.
  if (typeof value === 'number') return Number((value + 1e-10).toFixed(7)) + 0;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounded(one)]));
}

/** Computes the statistics of a quiz from each of its attempts, by definitions, without what the service aggregates. */
export async function recount(databaseUrl: string, quizId: string, filter: StatisticsFilter = {}): Promise<object> {
  const graded = await readGradedVersions(databaseUrl, quizId);
  const [versions] = await query<{ count: number }>(
    databaseUrl,
    'SELECT count(*)::integer AS count FROM quiz_versions WHERE quiz_id = $1',
    [quizId],
  );
  const all = await query<Attempt>(
    databaseUrl,
    `SELECT user_id AS "userId", version, coalesce(grading, 0) AS grading, answers, correct_count AS correct, total_questions AS total,
      round(100.0 * correct_count / total_questions, 2)::float8 AS percentage, passed, timed_out AS "timedOut",
      to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "completedAt", total_time_ms AS "totalTimeMs"
    FROM attempts WHERE quiz_id = $1 AND voided_at IS NULL AND user_id NOT IN (SELECT id FROM users WHERE suspended)
    ORDER BY completed_at, id`,
    [quizId],
  );
  const attempts = select(all, filter);
  const shown = graded(filter.version ?? versions?.count ?? 0);
  const days = groupBy(attempts, ({ completedAt }) => completedAt.slice(0, 10));
  const isOnePerUser = filter.attempts === 'first' || filter.attempts === 'best';
  const statistics = comparable({
    attempts: attempts.length,
    passed: attempts.filter(({ passed }) => passed).length,
    timedOut: attempts.filter(({ timedOut }) => timedOut).length,
    passPercentage: 70,
    since: null,
    sinceVersion: null,
    summary: summaryOf(attempts.map(({ percentage }) => percentage)),
    reliability: reliabilityOf(attempts, graded),
    scores: Array.from({ length: 20 }, (_, index) => ({
      from: 5 * index,
      to: 5 * index + 5,
      attempts: attempts.filter(({ percentage }) => Math.min(Math.floor(percentage / 5), 19) === index).length,
    })),
    days: [...days]
      .map(([day, of]) => ({ day, attempts: of.length, passed: of.filter(({ passed }) => passed).length }))
      .sort((one, other) => one.day.localeCompare(other.day)),
    questions: shown.map((_, at) => questionOf(shown, at, attempts, graded)),
    versions: [],
  });
  return isOnePerUser ? statistics : (withoutIntervals(statistics) as object);
}

function withoutIntervals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIntervals);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, /interval$/i.test(name) ? null : withoutIntervals(one)]),
  );
}

function select(all: readonly Attempt[], { attempts = 'all', version, from, to }: StatisticsFilter): Attempt[] {
  const matching = all.filter(
    (one) =>
      (version === undefined || one.version === version) &&
      (from === undefined || Date.parse(one.completedAt) >= Date.parse(from)) &&
      (to === undefined || Date.parse(one.completedAt) < Date.parse(to)),
  );
  if (attempts === 'all') return matching;
  const isBetter = (one: Attempt, other: Attempt) =>
    one.percentage > other.percentage || (one.percentage === other.percentage && one.totalTimeMs < other.totalTimeMs);
  const byUser = new Map<string, Attempt>();
  for (const one of matching) {
    const former = byUser.get(one.userId);
    if (former === undefined || (attempts === 'best' && isBetter(one, former))) byUser.set(one.userId, one);
  }
  return [...byUser.values()];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a sample. */
function covariance(x: readonly number[], y: readonly number[]): number {
  const [middleX, middleY] = [mean(x), mean(y)];
  const products = x.map((value, index) => (value - middleX) * ((y[index] ?? NaN) - middleY));
  return products.reduce((sum, value) => sum + value, 0) / (x.length - 1);
}

function summaryOf(percentages: readonly number[]): QuizStatistics['summary'] {
  if (percentages.length < 5) return null;
  const count = percentages.length;
  const sorted = percentages.toSorted((one, other) => one - other);
  const standardDeviation = Math.sqrt(covariance(percentages, percentages));
  const half = (studentT(count - 1) * standardDeviation) / Math.sqrt(count);
  const middle = mean(percentages);
  return {
    mean: middle,
    meanInterval: half === 0 ? null : { low: middle - half, high: middle + half },
    median: mean([sorted[(count - 1) >> 1] ?? NaN, sorted[count >> 1] ?? NaN]),
    standardDeviation,
  };
}

/** Right (1) and wrong (0) answers of each attempt at a version, by question that counts. */
const matrixOf = (attempts: readonly Attempt[], content: Content) =>
  content.flatMap((question, at) => {
    const points = attempts.map((attempt) => {
      const chosen = attempt.answers.find(([number]) => number === at)?.[1];
      return Number(getsPoint(question, chosen));
    });
    return counts(question) ? [points] : [];
  });

/** Cronbach's alpha by the covariances of the questions. */
function reliabilityOf(all: readonly Attempt[], graded: GradedVersions): QuizStatistics['reliability'] {
  const alike = groupBy(all, ({ version, grading }) => JSON.stringify([version, graded(version, grading)]));
  const newestGrading = (attempts: Attempt[]) => Math.max(...attempts.map(({ grading }) => grading));
  const newestFirst = [...alike.values()].toSorted((one, other) => newestGrading(other) - newestGrading(one));
  const found = newestFirst.flatMap((attempts) => {
    const { version = 0, grading } = attempts[0] ?? {};
    const content = graded(version, grading);
    const questions = content.filter(counts).length;
    if (attempts.length < 5 || questions < 2) return [];
    const matrix = matrixOf(attempts, content);
    const covariances = matrix.map((one) => matrix.map((other) => covariance(one, other)));
    const total = covariances.flat().reduce((sum, value) => sum + value, 0);
    if (total < 1e-9) return [];
    const trace = covariances.reduce((sum, row, at) => sum + (row[at] ?? NaN), 0);
    const alpha = (questions / (questions - 1)) * (1 - trace / total);
    const interval = alphaInterval(alpha, questions, attempts.length);
    return [{ version, attempts: attempts.length, questions, alpha, interval }];
  });
  return found.toSorted((one, other) => other.attempts - one.attempts || other.version - one.version)[0] ?? null;
}

/** How much of each score's attempts belongs to the third with the highest scores: ties share what is left. */
function upperThird(percentages: readonly number[]): Map<number, number> {
  // With three copies of each attempt, a third is a whole number of copies.
  const copies = percentages.flatMap((value) => [value, value, value]).sort((one, other) => other - one);
  const inThird = groupBy(copies.slice(0, percentages.length), (value) => value);
  const all = groupBy(copies, (value) => value);
  return new Map([...all].map(([value, of]) => [value, (inThird.get(value)?.length ?? 0) / of.length]));
}

/** The question of another version that is the same: the second of equal ones is the same as the second there. */
function samePosition(content: Content, shown: Content, at: number): number {
  const wanted = shown[at] as GradedQuestion;
  const number = shown.slice(0, at).filter((question) => isEqual(question, wanted)).length;
  const equal = [...content.entries()].filter(([, question]) => isEqual(question, wanted));
  return equal[number]?.[0] ?? -1;
}

/** The points that each answer, and none, would get. */
const pointsOf = (question: GradedQuestion) =>
  [...question.answers.keys(), undefined].map((answer) => counts(question) && getsPoint(question, answer)).join();

function questionOf(
  shown: Content,
  position: number,
  all: readonly Attempt[],
  graded: GradedVersions,
): QuizStatistics['questions'][number] {
  const here = shown[position] as GradedQuestion;
  const { id, text, answers, regrade } = here;
  const upper = upperThird(all.map(({ percentage }) => percentage));
  const lower = upperThird(all.map(({ percentage }) => -percentage));
  const asked = all.flatMap((attempt) => {
    const content = graded(attempt.version, attempt.grading);
    const at = samePosition(content, shown, position);
    const question = content[at];
    if (question === undefined) return [];
    const chosen = attempt.answers.find(([question]) => question === at)?.[1];
    const right = Number(getsPoint(question, chosen));
    const own = Number(counts(question));
    const rest = (attempt.correct - own * right) / (content.filter(counts).length - own);
    return [{ ...attempt, chosen, right, rest, points: pointsOf(question) }];
  });
  const frequencyOf = (answer: number | undefined) => {
    const shareIn = (third: Map<number, number>, sign: number) => {
      const weight = (of: typeof asked) =>
        of.reduce((sum, { percentage }) => sum + (third.get(sign * percentage) ?? 0), 0);
      return weight(asked) === 0 ? null : weight(asked.filter(({ chosen }) => chosen === answer)) / weight(asked);
    };
    const attempts = asked.filter(({ chosen }) => chosen === answer).length;
    return { attempts, upperThird: shareIn(upper, 1), lowerThird: shareIn(lower, -1) };
  };
  const correct = asked.filter(({ right }) => right === 1).length;
  const compared = asked.filter(({ rest }) => Number.isFinite(rest));
  const discrimination = correlation(
    compared.map(({ right }) => right),
    compared.map(({ rest }) => rest),
  );
  return {
    questionId: id,
    text,
    regrade,
    attempts: asked.length,
    correct,
    gradedOtherwise: asked.filter(({ points }) => points !== pointsOf(here)).length,
    difficulty: asked.length < 5 ? null : correct / asked.length,
    difficultyInterval: asked.length < 5 ? null : shareInterval(correct, asked.length),
    discrimination,
    discriminationInterval: discrimination === null ? null : correlationInterval(discrimination, compared.length),
    answers: answers.map((answer, at) => ({
      answerId: answer.id,
      text: answer.text,
      isCorrect: answer.isCorrect,
      ...frequencyOf(at),
    })),
    unanswered: frequencyOf(undefined),
  };
}

/** Pearson's correlation; null below 5 pairs, or if one of the two does not vary. */
function correlation(x: number[], y: number[]): number | null {
  if (x.length < 5) return null;
  const [varianceX, varianceY] = [covariance(x, x), covariance(y, y)];
  if (varianceX < 1e-12 || varianceY < 1e-12) return null;
  return covariance(x, y) / Math.sqrt(varianceX * varianceY);
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
}
