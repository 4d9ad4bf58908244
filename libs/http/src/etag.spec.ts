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
    ['not "a"', false],
    ['"b" "a"', false],
  ])('%j: %s', (header, expected) => {
    expect(matchesEtag(header, '"a"')).toBe(expected);
  });
});

describe('checkedIfMatch', () => {
  it.each(['*', ' * ', '"1-a"', 'W/"1-a"', '"a", W/"b"', ',"a",,"b" , ', '""'])('takes %j', (header) => {
    expect(checkedIfMatch(header)).toBe(header);
  });

  it.each([
    '',
    ',',
    '1-a',
    'W/1-a',
    '"a',
    'a"',
    '**',
    "'a'",
    'not-"a"',
    '"a" or so',
    'w/"a"',
    '"a" "b"',
    '"a""b"',
    '"a", b',
    '*, "a"',
  ])('rejects %j', (header) => {
    expect(() => checkedIfMatch(header)).toThrow('If-Match: must be an ETag');
  });

  it('reads a long header once', () => {
    const started = process.cpuUsage();
    for (const part of [', ', '"a", ', '"a" ', '" ']) expect(() => checkedIfMatch(`${part.repeat(20_000)}x`)).toThrow();
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});
