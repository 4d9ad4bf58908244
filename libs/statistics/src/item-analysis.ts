// Classical item analysis: how well a question distinguishes good attempts from poor ones.

/** Sums over attempts at versions that have a question. */
export interface ItemSums {
  attempts: number;
  /** Attempts that answered it correctly. */
  correct: number;
  /** Sums over those attempts that had other questions too, which give them a rest score; see {@link restScore}. */
  rest: RestSums;
}

/** As texts of integers: they may be more than a number holds exactly. */
export interface RestSums {
  attempts: string;
  correct: string;
  sum: string;
  squares: string;
  sumOfCorrect: string;
}

/** Fewest attempts for which the statistics of a question are meaningful. */
const MIN_ATTEMPTS = 20;

/**
 * The share of the other questions of an attempt that were answered correctly, in integer basis points (1/100 %), rounded half up;
 * undefined if there are no others.
 * @param correctCount correctly answered questions of the attempt, including this one
 */
export function restScore(correctCount: number, totalQuestions: number, isCorrect: boolean): number | undefined {
  const others = totalQuestions - 1;
  if (others === 0) return undefined;
  return Math.floor((20_000 * (correctCount - (isCorrect ? 1 : 0)) + others) / (2 * others));
}

/** The share of attempts that answered a question correctly, 0 to 1; null below 20 attempts. */
export function difficulty({ attempts, correct }: ItemSums): number | null {
  return attempts < MIN_ATTEMPTS ? null : correct / attempts;
}

/**
 * The point-biserial correlation of answering a question correctly with the rest score, -1 to 1; null below 20 attempts, and
 * if it is not defined: all answered alike, or all have the same rest score.
 * https://en.wikipedia.org/wiki/Point-biserial_correlation_coefficient
 */
export function discrimination({ rest }: ItemSums): number | null {
  const [attempts, correct] = [BigInt(rest.attempts), BigInt(rest.correct)];
  const [sum, squares, sumOfCorrect] = [BigInt(rest.sum), BigInt(rest.squares), BigInt(rest.sumOfCorrect)];
  if (attempts < MIN_ATTEMPTS) return null;
  // Exact until the last step: rounding would lose the differences between large sums.
  const covariance = attempts * sumOfCorrect - correct * sum;
  const varianceOfAnswers = correct * (attempts - correct);
  const varianceOfScores = attempts * squares - sum * sum;
  if (varianceOfAnswers === 0n || varianceOfScores === 0n) return null;
  const correlation = Number(covariance) / Math.sqrt(Number(varianceOfAnswers)) / Math.sqrt(Number(varianceOfScores));
  return Math.max(-1, Math.min(1, correlation));
}
