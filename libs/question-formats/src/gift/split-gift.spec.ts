import { splitGift } from './split-gift.js';

const split = (...lines: string[]) => splitGift(lines.join('\n')).map(({ text, lines: [line] }) => [line, text]);

describe('splitGift', () => {
  it('ends questions at blank lines, of which some have spaces', () => {
    expect(split('', 'a {T}', '', ' \t', 'b', '{F}', '', '')).toEqual([
      [2, 'a {T}'],
      [5, 'b\n{F}'],
    ]);
  });

  it('omits comments, also between answers, and reports the lines of the rest', () => {
    const [question] = splitGift('// head\n\n// about a\na {\n  // of answers {\n=b\n~c}');
    expect(question).toEqual({ text: 'a {\n=b\n~c}', lines: [4, 6, 7] });
  });

  it('omits categories, and continues a question after one without a blank line', () => {
    expect(split('$CATEGORY: top/a', 'a {T}', '$CATEGORY: b', '', 'b {T}')).toEqual([
      [2, 'a {T}'],
      [5, 'b {T}'],
    ]);
  });

  it('treats a category inside braces as text', () => {
    expect(split('a {=', '$CATEGORY: b', '~c}')).toHaveLength(1);
  });

  it('allows blank lines between braces', () => {
    expect(split('a {', '', '=b', '', '', '~c', '', '} d', '', 'e {T}')).toEqual([
      [1, 'a {\n=b\n~c\n} d'],
      [10, 'e {T}'],
    ]);
  });

  it('loses only one question if a closing brace is missing', () => {
    expect(split('a {=b ~c', '', 'd {T}', '', 'e {', '=f')).toEqual([
      [1, 'a {=b ~c'],
      [3, 'd {T}'],
      [5, 'e {\n=f'],
    ]);
  });

  it('ignores escaped braces and braces in comments', () => {
    expect(split('a \\{ b', '', 'c \\} {T}', '', '// {', '', 'd \\\\{', '', 'T}')).toEqual([
      [1, 'a \\{ b'],
      [3, 'c \\} {T}'],
      [7, 'd \\\\{\nT}'],
    ]);
  });

  it.each([
    ['Windows', '\r\n'],
    ['Unix', '\n'],
    ['old Mac', '\r'],
  ])('supports the line ends of %s, and a byte order mark', (_, newline) => {
    expect(splitGift(['\uFEFFa {', '=b', '', '~c}', '', 'd {T}'].join(newline))).toEqual([
      { text: 'a {\n=b\n~c}', lines: [1, 2, 4] },
      { text: 'd {T}', lines: [6] },
    ]);
  });

  it('returns nothing for a text without questions', () => {
    expect(split('')).toEqual([]);
    expect(split('\uFEFF// nothing', '', '$CATEGORY: a')).toEqual([]);
  });
});
