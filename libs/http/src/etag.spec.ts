import { checkedIfMatch, matchesEtag } from './etag.js';

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

describe('checkedIfMatch', () => {
  it.each(['*', ' * ', '"1-a"', 'W/"1-a"', '"a", W/"b"', ',"a",,"b" , ', '""'])('takes %j', (header) => {
    expect(checkedIfMatch(header)).toBe(header);
  });

  it.each(['', ',', '1-a', 'W/1-a', '"a', 'a"', '**', "'a'"])('rejects %j', (header) => {
    expect(() => checkedIfMatch(header)).toThrow('If-Match: must be an ETag');
  });
});
