import { matchesEtag } from './etag.js';

describe('matchesEtag', () => {
  it.each([
    [undefined, false],
    ['*', true],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b"', false],
    ['a', false],
  ])('%j: %s', (header, expected) => {
    expect(matchesEtag(header, '"a"')).toBe(expected);
  });
});
