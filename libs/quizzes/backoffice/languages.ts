/** The canonical form of a language tag of BCP 47; undefined for a text that is none. */
export function canonicalLanguage(text: string): string | undefined {
  try {
    return text.length <= 100 ? Intl.getCanonicalLocales(text)[0] : undefined;
  } catch {
    return undefined;
  }
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

let cachedNames: ReadonlyMap<string, string> | undefined;

/** The languages with codes of two letters: their English names by code, sorted by name. Reading them takes some 20 ms, once. */
export const languageNames = () => (cachedNames ??= readNames());

function readNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const languages = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code);
      // Without former codes of a language.
      return name === undefined || canonicalLanguage(code) !== code ? [] : [[code, name] as const];
    })
    .sort(([, one], [, other]) => one.localeCompare(other, 'en'));
  return new Map(languages);
}
