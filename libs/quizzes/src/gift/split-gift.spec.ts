import { splitGift } from './split-gift.js';

const split = (...lines: string[]) => splitGift(lines.join('\n')).map(({ text, lines: [line] }) => [line, text]);

describe('splitGift', () => {
  it('ends questions at blank lines, of which some have spaces', () => {
    expect(split('', 'a {T}', '', ' \t', 'b', '{F}', '', '')).toEqual([
      [2, 'a {T}'],
      [5, 'b\n{F}'],
    ]);
  });

  it('leaves out comments, also between the answers, and knows the lines of what it keeps', () => {
    const [question] = splitGift('// head\n\n// about a\na {\n  // of answers {\n=b\n~c}');
    expect(question).toEqual({ text: 'a {\n=b\n~c}', lines: [4, 6, 7] });
  });

  it('leaves out categories, and a question continues after one without a blank line', () => {
    expect(split('$CATEGORY: top/a', 'a {T}', '$CATEGORY: b', '', 'b {T}')).toEqual([
      [2, 'a {T}'],
      [5, 'b {T}'],
    ]);
  });

  it('takes a category inside of braces for text', () => {
    expect(split('a {=', '$CATEGORY: b', '~c}')).toHaveLength(1);
  });

  it('lets blank lines stand between braces', () => {
    expect(split('a {', '', '=b', '', '', '~c', '', '} d', '', 'e {T}')).toEqual([
      [1, 'a {\n=b\n~c\n} d'],
      [10, 'e {T}'],
    ]);
  });

  it('spoils only one question where a closing brace is missing', () => {
    expect(split('a {=b ~c', '', 'd {T}', '', 'e {', '=f')).toEqual([
      [1, 'a {=b ~c'],
      [3, 'd {T}'],
      [5, 'e {\n=f'],
    ]);
  });

  it('does not take escaped braces and those of comments for braces', () => {
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
  ])('knows the line ends of %s, and a mark at the beginning', (_, newline) => {
    expect(splitGift(['\uFEFFa {', '=b', '', '~c}', '', 'd {T}'].join(newline))).toEqual([
      { text: 'a {\n=b\n~c}', lines: [1, 2, 4] },
      { text: 'd {T}', lines: [6] },
    ]);
  });

  it('finds no question where there is none', () => {
    expect(split('')).toEqual([]);
    expect(split('\uFEFF// nothing', '', '$CATEGORY: a')).toEqual([]);
  });
});
