// The scores of attempts as a whole.
import { alphaInterval, type Interval, meanInterval, MIN_ATTEMPTS } from './estimates.js';

/** Attempts with the same score. */
export interface ScoreCount {
  /** Basis points (1/100 %). */
  basisPoints: number;
  attempts: number;
}

/** In percent. */
export interface ScoreSummary {
  mean: number;
  meanInterval: Interval | null;
  median: number;
  /** Of a sample, with n - 1. */
  standardDeviation: number;
}

/**
 * Describes the distribution of scores; null below 5 attempts.
 * @param withInterval only if the attempts are independent of each other
 */
export function summariseScores(scores: readonly ScoreCount[], withInterval: boolean): ScoreSummary | null {
  const count = sumOf(scores, ({ attempts }) => attempts);
  if (count < MIN_ATTEMPTS) return null;
  const mean = sumOf(scores, ({ basisPoints, attempts }) => basisPoints * attempts) / count / 100;
  const squares = sumOf(scores, ({ basisPoints, attempts }) => attempts * (basisPoints / 100 - mean) ** 2);
  const standardDeviation = Math.sqrt(squares / (count - 1));
  const median = (scoreAt(scores, Math.floor((count - 1) / 2)) + scoreAt(scores, Math.floor(count / 2))) / 200;
  const interval = withInterval ? meanInterval(mean, standardDeviation, count) : null;
  return { mean, meanInterval: interval, median, standardDeviation };
}

/** The score at a position, from 0, in ascending order. */
function scoreAt(scores: readonly ScoreCount[], position: number): number {
  let before = 0;
  for (const { basisPoints, attempts } of scores.toSorted((one, other) => one.basisPoints - other.basisPoints)) {
    before += attempts;
    if (position < before) return basisPoints;
  }
  return NaN;
}

/** Attempts that answered the same questions. */
export interface TestResults {
  attempts: number;
  /** How many attempts answered each question correctly. */
  correct: readonly number[];
  /** Sum of the numbers of correct answers of the attempts, and of their squares. */
  sum: number;
  squares: number;
}

/**
 * Cronbach's alpha: how well the questions of one test measure the same thing, 1 at best. For questions that are right or
 * wrong it is the Kuder-Richardson formula 20 (https://en.wikipedia.org/wiki/Kuder–Richardson_formulas). Null below 5
 * attempts, for one question, and if all attempts have the same score.
 */
export function cronbachAlpha({ attempts, correct, sum, squares }: TestResults): number | null {
  const items = correct.length;
  const varianceOfScores = attempts * squares - sum ** 2;
  if (attempts < MIN_ATTEMPTS || items < 2 || varianceOfScores === 0) return null;
  const variancesOfItems = sumOf(correct, (count) => count * (attempts - count));
  return (items / (items - 1)) * (1 - variancesOfItems / varianceOfScores);
}

export interface Reliability {
  alpha: number;
  interval: Interval | null;
  attempts: number;
  questions: number;
}

/**
 * Cronbach's alpha with its interval; null as {@link cronbachAlpha}.
 * @param withInterval only if the attempts are independent of each other
 */
export function reliabilityOf(results: TestResults, withInterval: boolean): Reliability | null {
  const alpha = cronbachAlpha(results);
  if (alpha === null) return null;
  const { attempts, correct } = results;
  const interval = withInterval ? alphaInterval(alpha, correct.length, attempts) : null;
  return { alpha, interval, attempts, questions: correct.length };
}

export function sumOf<Item>(items: Iterable<Item>, value: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += value(item);
  return sum;
}
