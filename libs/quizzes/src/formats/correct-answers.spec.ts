import { findCorrect } from './correct-answers.js';

const find = (...rows: [string, ...string[]][]) =>
  findCorrect(rows.map(([correct, ...answers]) => ({ correct, answers }))).map((found) =>
    typeof found === 'string' ? found : [...found],
  );

describe('findCorrect', () => {
  it.each<[string, number[]]>([
    ['1', [0]],
    ['2.0', [1]],
    ['1 3', [0, 2]],
    ['1;2,3', [0, 1, 2]],
    ['A', [0]],
    ['b, C', [1, 2]],
    ['Lima', [0]],
    ['lima', [0]],
    ['Quito, old', [2]],
    ['La Paz; lima', [1, 0]],
    ['', []],
  ])('understands %j', (correct, expected) => {
    expect(find([correct, 'Lima', 'La Paz', 'Quito, old'])).toEqual([expected]);
  });

  it.each(['4', '0', '-1', '1.5', 'D', 'Rome', 'Lima, Rome', '1 Rome'])('rejects %j', (correct) => {
    expect(find([correct, 'Lima', 'La Paz', 'Quito'])).toEqual([`correct: there is no answer ${correct}`]);
  });

  const ambiguous = (correct: string, other: string) =>
    `correct: “${correct}” is the place of one answer and the text of another. Write the place as a ${other}`;

  it('rejects what can mean two answers', () => {
    expect(find(['2', '3', '4', '2'])).toEqual([ambiguous('2', 'letter')]);
    expect(find(['A', 'B', 'A'])).toEqual([ambiguous('A', 'number')]);
    expect(find(['B', '3', '4', '2'])).toEqual([[1]]);
  });

  it('lets the other rows decide, unless they disagree', () => {
    const unclear: [string, ...string[]] = ['2', '3', '4', '2'];
    expect(find(unclear, ['1', 'a', 'b'])).toEqual([[1], [0]]);
    expect(find(unclear, ['a', 'aa', 'a'], ['bb', 'aa', 'bb'])[0]).toEqual([2]);
    expect(find(unclear, ['1', 'x', 'y'], ['y', 'x', 'y'])[0]).toEqual(ambiguous('2', 'letter'));
  });

  it('ignores answers of other rows that name nothing', () => {
    expect(find(['2', '1', '2'], ['', 'a', 'b'])).toEqual([[1], []]);
  });
});
