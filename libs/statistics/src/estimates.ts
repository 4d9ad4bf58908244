// Intervals in which a value lies with 95 % confidence, from independent attempts. Null where attempts without any differences say
// nothing about it.

export interface Interval {
  low: number;
  high: number;
}

/** Fewest attempts from which anything is estimated. */
export const MIN_ATTEMPTS = 5;

/** An error of rounding. */
const EPSILON = 1e-9;

/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * Wilson's score interval of a share, 0 to 1.
 * https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval
 */
export function shareInterval(count: number, total: number): Interval {
  const share = count / total;
  const scale = 1 + Z ** 2 / total;
  const centre = (share + Z ** 2 / (2 * total)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/**
 * The interval of a correlation below 1 by Fisher's transformation, from 4 pairs on.
 * https://en.wikipedia.org/wiki/Fisher_transformation
 */
export function correlationInterval(correlation: number, pairs: number): Interval | null {
  if (Math.abs(correlation) > 1 - EPSILON) return null;
  const half = Z / Math.sqrt(pairs - 3);
  return { low: Math.tanh(Math.atanh(correlation) - half), high: Math.tanh(Math.atanh(correlation) + half) };
}

/** The interval of a mean, by Student's t-distribution. */
export function meanInterval(mean: number, standardDeviation: number, count: number): Interval | null {
  if (standardDeviation === 0) return null;
  const half = (studentT(count - 1) * standardDeviation) / Math.sqrt(count);
  return { low: mean - half, high: mean + half };
}

/** 97.5 % quantile of Student's t-distribution, correct to 0.3 % from 4 degrees of freedom on (Abramowitz and Stegun, 26.7.5). */
export function studentT(degrees: number): number {
  const first = (Z ** 3 + Z) / 4;
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  const third = (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384;
  return Z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}

/**
 * The interval of Cronbach's alpha below 1 (D. G. Bonett, Sample size requirements for testing and estimating coefficient alpha,
 * Journal of Educational and Behavioral Statistics 27, 2002).
 */
export function alphaInterval(alpha: number, items: number, attempts: number): Interval | null {
  if (alpha > 1 - EPSILON) return null;
  const half = Z * Math.sqrt((2 * items) / ((items - 1) * (attempts - 2)));
  return { low: 1 - (1 - alpha) * Math.exp(half), high: 1 - (1 - alpha) * Math.exp(-half) };
}
