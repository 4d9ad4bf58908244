import { difficultyWord, discriminationWord, reliabilityMeaning } from './statistics-words';

describe('difficultyWord', () => {
  it.each([
    [1, 'very easy'],
    [0.9, 'very easy'],
    [0.8996, 'very easy'],
    [0.899, 'easy'],
    [0.75, 'easy'],
    [0.4, 'medium'],
    [0.399, 'hard'],
    [0.2, 'hard'],
    [0.199, 'very hard'],
    [0, 'very hard'],
  ])('calls a share of %d %s', (share, word) => expect(difficultyWord(share)).toBe(word));
});

describe('discriminationWord', () => {
  it.each([
    [1, 'very good'],
    [0.4, 'very good'],
    [0.2951, 'good'],
    [0.294, 'fair'],
    [0.2, 'fair'],
    [0.1, 'poor'],
    [0.094, 'says nothing'],
    [-0.094, 'says nothing'],
    [-0.1, 'negative: check the marked answer'],
    [-1, 'negative: check the marked answer'],
  ])('calls a correlation of %d: %s', (correlation, word) => expect(discriminationWord(correlation)).toBe(word));
});

describe('reliabilityMeaning', () => {
  it.each([
    [1, 'very high'],
    [0.896, 'very high'],
    [0.89, 'good'],
    [0.7, 'acceptable'],
    [0.5, 'weak'],
    [0, 'low'],
    [-0.01, 'negative'],
  ])('calls an alpha of %d %s', (alpha, word) => expect(reliabilityMeaning(alpha)).toMatch(new RegExp(`^${word}:`)));
});
