// The upper and the lower third of attempts by score.
import { type ScoreCount, sumOf } from './score-statistics.js';

/**
 * The scores, in basis points, at which the lower third ends and the upper third begins. Attempts with such a score belong to the
 * third in the share that fills it, so that the third has exactly a third of the attempts and their order plays no part.
 */
export interface Thirds {
  lower: { score: number; share: number };
  upper: { score: number; share: number };
}

export function thirdsOf(scores: readonly ScoreCount[]): Thirds {
  const third = sumOf(scores, ({ attempts }) => attempts) / 3;
  const counts = new Map<number, number>();
  for (const { basisPoints, attempts } of scores) counts.set(basisPoints, (counts.get(basisPoints) ?? 0) + attempts);
  const ascending = [...counts].sort(([one], [other]) => one - other);
  return { lower: fill(ascending, third), upper: fill(ascending.toReversed(), third) };
}

/** Takes the first attempts until a third is full. */
function fill(scores: readonly [number, number][], third: number): { score: number; share: number } {
  let left = third;
  for (const [score, attempts] of scores) {
    if (attempts >= left) return { score, share: left / attempts };
    left -= attempts;
  }
  return { score: 0, share: 0 };
}

/** Ranges of scores whose attempts belong to the thirds in the same share. */
export const BANDS = 5;

/** The band of a score, from 0: below the score of the lower third, equal, between both, equal to that of the upper third, above. */
export function bandOf(score: number, { lower, upper }: Thirds): number {
  return [score > lower.score, score >= lower.score, score > upper.score, score >= upper.score].filter(Boolean).length;
}

/** The share of each band in the thirds. Where both scores are the same, it is the band in the middle. */
export function sharesOf({ lower, upper }: Thirds): { lower: number[]; upper: number[] } {
  const isSame = lower.score === upper.score;
  return {
    lower: [1, isSame ? 0 : lower.share, isSame ? lower.share : 0, 0, 0],
    upper: [0, 0, isSame ? upper.share : 0, isSame ? 0 : upper.share, 1],
  };
}
