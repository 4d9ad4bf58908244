// The statistics of a quiz: those of the service, and those computed from its attempts by their definitions.
import type { components } from '../../libs/backoffice-ui/src/api.gen.js';
import { AttemptCounter } from '../../libs/statistics/src/attempt-counter.js';
import { query } from './database.js';
import type { Service } from './service.js';
import { until } from './until.js';

export type QuizStatistics = components['schemas']['QuizStatistics'];
export type Activity = components['schemas']['Activity'];

export const readStatistics = ({ backoffice }: Pick<Service, 'backoffice'>, quizId: string) =>
  backoffice.call<QuizStatistics>('GET', `/quizzes/${quizId}/statistics`);

export const readActivity = ({ backoffice }: Pick<Service, 'backoffice'>, days = 30) =>
  backoffice.call<Activity>('GET', `/activity?days=${days}`);

/** Waits until nothing is left to count. */
export const untilCounted = (databaseUrl: string) =>
  until('all attempts are counted', async () => {
    const left = await query(databaseUrl, 'SELECT recorded_at FROM attempts_to_count LIMIT 1');
    return left.length === 0;
  });

/** Makes the service count immediately, unless another instance does. */
export async function countAttempts({ app, databaseUrl }: Service): Promise<void> {
  await app.get(AttemptCounter).count();
  await untilCounted(databaseUrl);
}

interface Attempt {
  version: number;
  answers: [question: number, answer: number][];
  correct: number;
  total: number;
  passed: boolean;
  timedOut: boolean;
  day: string;
}

type Content = { id: string; text: string; answers: { isCorrect: boolean }[] }[];

/** The comparable part: without days that have no attempts and without the timestamp, with rounded correlations. */
export function comparable({ attempts, passed, timedOut, scores, days, questions }: Omit<QuizStatistics, 'upTo'>) {
  return {
    attempts,
    passed,
    timedOut,
    scores: scores.map((score) => score.attempts),
    days: days.filter((day) => day.attempts > 0),
    questions: questions.map((question) => ({
      ...question,
      discrimination: question.discrimination === null ? null : Number(question.discrimination.toFixed(9)) + 0,
    })),
  };
}

/** Computes the statistics of a quiz from its attempts. */
export async function recount(databaseUrl: string, quizId: string): Promise<ReturnType<typeof comparable>> {
  const versions = await query<{ version: number; content: Content }>(
    databaseUrl,
    'SELECT version, content FROM quiz_versions WHERE quiz_id = $1 ORDER BY version',
    [quizId],
  );
  const attempts = await query<Attempt>(
    databaseUrl,
    `SELECT version, answers, correct_count AS correct, total_questions AS total, passed, timed_out AS "timedOut",
      to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
    FROM attempts WHERE quiz_id = $1 AND voided_at IS NULL ORDER BY completed_at`,
    [quizId],
  );
  const contents = new Map(versions.map(({ version, content }) => [version, content]));
  const scores = Array.from({ length: 20 }, (_, index) => ({
    from: 5 * index,
    to: 5 * index + 5,
    attempts: attempts.filter(({ correct, total }) => {
      const percentage = Math.round((10_000 * correct) / total) / 100;
      return percentage >= 5 * index && (percentage < 5 * index + 5 || index === 19);
    }).length,
  }));
  const days = [...new Set(attempts.map(({ day }) => day))].map((day) => {
    const ofDay = attempts.filter((attempt) => attempt.day === day);
    return { day, attempts: ofDay.length, passed: ofDay.filter(({ passed }) => passed).length };
  });
  return comparable({
    attempts: attempts.length,
    passed: attempts.filter(({ passed }) => passed).length,
    timedOut: attempts.filter(({ timedOut }) => timedOut).length,
    scores,
    days,
    questions: (versions.at(-1)?.content ?? []).map(({ id, text }) => ({
      questionId: id,
      text,
      ...itemAnalysis(id, attempts, contents),
    })),
  });
}

function itemAnalysis(questionId: string, attempts: Attempt[], contents: Map<number, Content>) {
  const points = attempts.flatMap(({ version, answers, correct, total }) => {
    const content = contents.get(version) ?? [];
    const at = content.findIndex(({ id }) => id === questionId);
    if (at === -1) return [];
    const chosen = answers.find(([question]) => question === at)?.[1];
    const isCorrect = chosen !== undefined && content[at]?.answers[chosen]?.isCorrect === true;
    return [{ right: Number(isCorrect), rest: Math.round((10_000 * (correct - Number(isCorrect))) / (total - 1)) }];
  });
  const compared = points.filter(({ rest }) => Number.isFinite(rest));
  const right = points.filter((point) => point.right === 1).length;
  return {
    attempts: points.length,
    correct: right,
    difficulty: points.length < 20 ? null : right / points.length,
    discrimination:
      compared.length < 20
        ? null
        : correlation(
            compared.map((point) => point.right),
            compared.map(({ rest }) => rest),
          ),
  };
}

/** Pearson's correlation; null if one of the two does not vary. */
function correlation(x: number[], y: number[]): number | null {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const fromMean = (values: number[]) => {
    const middle = mean(values);
    return values.map((value) => value - middle);
  };
  const [u, v] = [fromMean(x), fromMean(y)];
  const spread = (values: number[]) => Math.sqrt(mean(values.map((value) => value ** 2)));
  if (spread(u) < 1e-9 || spread(v) < 1e-9) return null;
  return mean(u.map((value, index) => value * (v[index] ?? NaN))) / (spread(u) * spread(v));
}
