import { distance } from 'fastest-levenshtein';

/** Shorter names have too many others beside them: of those only another case and one letter more are mistakes. */
const MIN_LENGTH = 4;

/** What is like them has always been ignored. `pagination` in the response shows what was applied. */
const SHOWN_IN_RESPONSES = new Set(['page', 'limit']);

/**
 * The first sent name that is not known but nearly one that is: in another case, with one letter more, less or different, or with two
 * neighbours swapped.
 * @param known names of parameters
 * @returns undefined if there is none
 */
export function findMisspelt(
  sent: readonly string[],
  known: readonly string[],
): { name: string; meant: string } | undefined {
  for (const name of sent) {
    if (known.includes(name)) continue;
    const meant = known.find((one) => !SHOWN_IN_RESPONSES.has(one) && isSimilar(name.toLowerCase(), one.toLowerCase()));
    if (meant !== undefined) return { name, meant };
  }
  return undefined;
}

function isSimilar(name: string, known: string): boolean {
  if (name === known) return true;
  const longer = name.length - known.length;
  if (known.length < MIN_LENGTH) return known.length > 2 && longer === 1 && distance(name, known) === 1;
  return Math.abs(longer) <= 1 && (distance(name, known) === 1 || isSwapped(name, known));
}

function isSwapped(name: string, known: string): boolean {
  const at = [...known].findIndex((letter, index) => letter !== name[index]);
  return name === known.slice(0, at) + known.charAt(at + 1) + known.charAt(at) + known.slice(at + 2);
}
