import { canonicalLanguage, languageNames } from './languages';
import { quizzesSearch } from './search';

describe('canonicalLanguage', () => {
  it.each([
    ['DE-at', 'de-AT'],
    ['zh-hant', 'zh-Hant'],
    ['german', 'german'],
    ['de_AT', undefined],
    ['', undefined],
  ])('of %s is %s', (text, canonical) => expect(canonicalLanguage(text)).toBe(canonical));
});

describe('languageNames', () => {
  it('has English names in their order, without former codes', () => {
    expect(languageNames().get('de')).toBe('German');
    const names = [...languageNames().values()];
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
    // A former code of Hebrew.
    expect(languageNames().has('iw')).toBe(false);
  });
});

describe('the search parameters of the list of quizzes', () => {
  it('keep a tag that looks like a number, and only valid languages', () => {
    expect(quizzesSearch({ tag: 2026, language: 'DE' })).toEqual({ tag: '2026', language: 'de' });
    expect(quizzesSearch({ tag: '', language: 'no language' })).toEqual({});
  });
});
