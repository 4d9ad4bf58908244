import { distance } from 'fastest-levenshtein';

/** Shorter names have too many others beside them. */
const MIN_LENGTH = 4;

/** What is like them has always been ignored. `pagination` in the response shows what was applied. */
const SHOWN_IN_RESPONSES = new Set(['page', 'limit']);

/**
 * The first sent name that is not known but nearly one that is: in another case, or with one letter more, less or different.
 * @param known names of parameters
 * @returns undefined if there is none
 */
export function findMisspelt(
  sent: readonly string[],
  known: readonly string[],
): { name: string; meant: string } | undefined {
  for (const name of sent) {
    if (known.includes(name)) continue;
    const meant = known.find((one) => isChecked(one) && isSimilar(name, one));
    if (meant !== undefined) return { name, meant };
  }
  return undefined;
}

const isChecked = (known: string) => known.length >= MIN_LENGTH && !SHOWN_IN_RESPONSES.has(known);

const isSimilar = (name: string, known: string) =>
  Math.abs(name.length - known.length) <= 1 && distance(name.toLowerCase(), known.toLowerCase()) <= 1;
