// Classical item analysis: how hard a question is, and how well it distinguishes good attempts from poor ones.
import { MIN_ATTEMPTS } from './estimates.js';

/** Sums over the attempts that had a question. */
export interface ItemSums {
  attempts: number;
  /** How many answered it correctly. */
  correct: number;
  /** Over those attempts that had other questions too; the rest is the share of these that was answered correctly. */
  rest: { attempts: number; correct: number; sum: number; squares: number; sumOfCorrect: number };
}

export const newItem = (): ItemSums => ({
  attempts: 0,
  correct: 0,
  rest: { attempts: 0, correct: 0, sum: 0, squares: 0, sumOfCorrect: 0 },
});

/** Attempts that answered a question alike, right or wrong. */
export interface AlikeAttempts {
  attempts: number;
  isCorrect: boolean;
  /** False if the question was left out by a regrade. */
  isCounted?: boolean;
  /** Questions that count. */
  totalQuestions: number;
  /** Sum of their numbers of correct answers, including this one if it counts, and of the squares. */
  sum: number;
  squares: number;
}

/** Adds attempts to the sums of a question. */
export function addToItem(item: ItemSums, alike: AlikeAttempts): void {
  const { attempts, isCorrect, isCounted = true, totalQuestions, sum, squares } = alike;
  const own = Number(isCorrect);
  item.attempts += attempts;
  item.correct += own * attempts;
  const others = totalQuestions - Number(isCounted);
  if (others === 0) return;
  const { rest } = item;
  const ownPoint = isCounted ? own : 0;
  const restSum = (sum - ownPoint * attempts) / others;
  rest.attempts += attempts;
  rest.correct += own * attempts;
  rest.sum += restSum;
  rest.squares += (squares - 2 * ownPoint * sum + ownPoint * attempts) / others ** 2;
  rest.sumOfCorrect += own * restSum;
}

/** The share of attempts that answered a question correctly, 0 to 1; null below 5 attempts. */
export function difficulty({ attempts, correct }: Pick<ItemSums, 'attempts' | 'correct'>): number | null {
  return attempts < MIN_ATTEMPTS ? null : correct / attempts;
}

/** A smaller variance is an error of rounding. The least one of half a million attempts at 200 questions is a thousand times larger. */
const NO_VARIANCE = 1e-13;

/**
 * The point-biserial correlation of answering a question correctly with the rest, -1 to 1; null below 5 attempts, and
 * if it is not defined: all answered alike, or all have the same rest.
 * https://en.wikipedia.org/wiki/Point-biserial_correlation_coefficient
 */
export function discrimination({ rest }: Pick<ItemSums, 'rest'>): number | null {
  const { attempts, correct, sum, squares, sumOfCorrect } = rest;
  if (attempts < MIN_ATTEMPTS) return null;
  const [share, mean] = [correct / attempts, sum / attempts];
  const varianceOfAnswers = share * (1 - share);
  const varianceOfRests = squares / attempts - mean ** 2;
  if (varianceOfAnswers === 0 || varianceOfRests < NO_VARIANCE) return null;
  const correlation = (sumOfCorrect / attempts - share * mean) / Math.sqrt(varianceOfAnswers * varianceOfRests);
  return Math.max(-1, Math.min(1, correlation));
}
