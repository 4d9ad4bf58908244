// The meaning of statistics, in words.

/** With fewer attempts most figures are missing. */
export const FEWEST_ATTEMPTS = 5;

/** With fewer attempts the figures are shown, but no verdicts: they would mean little. */
export const ENOUGH_ATTEMPTS = 20;

/** Rounds as the page does, so that a value shown as 0.30 counts as 0.3. */
const rounded = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** @param difficulty share of the attempts that answered the question correctly, 0 to 1 */
export function difficultyWord(difficulty: number): string {
  const shown = rounded(difficulty, 3);
  if (shown >= 0.9) return 'very easy';
  if (shown >= 0.75) return 'easy';
  if (shown >= 0.4) return 'medium';
  if (shown >= 0.2) return 'hard';
  return 'very hard';
}

/**
 * Thresholds of R. L. Ebel, Essentials of Educational Measurement: from 0.4 a question is very good, from 0.3 good,
 * from 0.2 fair.
 * @param discrimination point-biserial correlation of the question with the rest of the attempt, -1 to 1
 */
export function discriminationWord(discrimination: number): string {
  const shown = rounded(discrimination, 2);
  if (shown >= 0.4) return 'very good';
  if (shown >= 0.3) return 'good';
  if (shown >= 0.2) return 'fair';
  if (shown >= 0.1) return 'poor';
  if (shown > -0.1) return 'says nothing';
  return 'negative: check the marked answer';
}

/**
 * What a reliability says, as the end of a sentence. Thresholds of J. C. Nunnally, Psychometric Theory, and D. George and P. Mallery,
 * SPSS for Windows Step by Step.
 * @param alpha Cronbach's alpha, at most 1
 */
export function reliabilityMeaning(alpha: number): string {
  const shown = rounded(alpha, 2);
  if (shown >= 0.9) return 'very high: the scores tell even players of similar knowledge apart.';
  if (shown >= 0.8) return 'good: with other questions of this kind the ranking of the players would hardly change.';
  if (shown >= 0.7)
    return 'acceptable: with other questions of this kind the ranking of the players would mostly stay.';
  if (shown >= 0.5) return 'weak: a large part of the differences between the scores is chance.';
  if (shown >= 0)
    return 'low: the differences between the scores are mostly chance, or the questions ask for different things.';
  return 'negative: the questions contradict each other. Check which answers are marked as correct.';
}
