// What the figures of a question mean, in words.

/** Below this many attempts a question has no figures, and a quiz no charts: they would be chance. */
export const ENOUGH_ATTEMPTS = 20;

/** Words follow the figures as they are shown, so that 0.30 is not called less than 0.3. */
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
 * Bounds after R. L. Ebel, Essentials of Educational Measurement: from 0.4 on a question is very good, from 0.3 on good, from 0.2 on fair.
 * @param discrimination point-biserial correlation of the question with the rest of the attempt, -1 to 1
 */
export function discriminationWord(discrimination: number): string {
  const shown = rounded(discrimination, 2);
  if (shown >= 0.4) return 'separates very well';
  if (shown >= 0.3) return 'separates well';
  if (shown >= 0.2) return 'separates fairly';
  if (shown >= 0.1) return 'separates little';
  if (shown > -0.1) return 'does not separate';
  return 'negative: check the marked answer';
}
