/** The canonical form of a language tag of BCP 47; undefined for a text that is none. */
export function canonicalLanguage(text: string): string | undefined {
  try {
    return text.length <= 100 ? Intl.getCanonicalLocales(text)[0] : undefined;
  } catch {
    return undefined;
  }
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

function readLanguages(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code);
      // Without former codes of a language.
      return name === undefined || canonicalLanguage(code) !== code ? [] : { code, name };
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The languages with codes of two letters, in the order of their English names. */
export const LANGUAGES = readLanguages();
