import { findCorrect, hasZero } from './correct-answers.js';

const find = (correct: string, ...answers: string[]) => {
  const found = findCorrect({ correct, answers });
  return typeof found === 'string' ? found : [...found];
};

const noAnswer = (correct: string) =>
  `correct: there is no answer “${correct}”. Write the number from 1, the letter or the text of each correct answer`;

const different = (correct: string, way: string) => `correct: “${correct}” can mean different answers. Write ${way}`;

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
    ['La Paz; lima;', [1, 0]],
    ['', []],
  ])('understands %j', (correct, expected) => {
    expect(find(correct, 'Lima', 'La Paz', 'Quito, old')).toEqual(expected);
  });

  it.each(['4', '0', '-1', '1.5', 'D', 'Rome', 'Lima, Rome', '1 Rome'])('rejects %j', (correct) => {
    expect(find(correct, 'Lima', 'La Paz', 'Quito')).toBe(noAnswer(correct));
  });

  it('rejects what can mean different answers, row by row', () => {
    expect(find('2', '3', '4', '2')).toBe(different('2', 'letters (A, C)'));
    expect(find('2.0', '2', '3', '4', '5')).toBe(different('2.0', 'letters (A, C)'));
    expect(find('3', '2.0', '3.0', '4.0')).toBe(different('3', 'letters (A, C)'));
    expect(find('A', 'B', 'A')).toBe(different('A', 'numbers (1 3)'));
    expect(find('a, b', 'a', 'b', 'a, b')).toBe(different('a, b', 'numbers (1 3)'));
    expect(find('B', '3', '4', '2')).toEqual([1]);
    expect(find('2.0', '1', '2')).toEqual([1]);
    expect(find('2', '1.0', '2.0')).toEqual([1]);
  });

  it('ignores case and “.0” only where one answer remains', () => {
    expect(find('paris', 'PARIS', 'Paris', 'Rome')).toBe(noAnswer('paris'));
    expect(find('Paris', 'PARIS', 'Paris', 'Rome')).toEqual([1]);
    expect(find('2.0', '5', '2.0', '2')).toEqual([1]);
    expect(find('rome', 'Lima', 'Rome', 'Rome')).toBe(noAnswer('rome'));
    expect(find('Rome', 'Lima', 'Rome', 'Rome')).toEqual([1, 2]);
  });

  it('rejects places that are not certain, but not texts', () => {
    const uncertain = { numbers: 'the numbers are not certain', letters: 'the letters are not certain' };
    const answers = ['Lima', 'Quito', '30'];
    expect(findCorrect({ correct: '1', answers }, uncertain)).toBe('correct: the numbers are not certain');
    expect(findCorrect({ correct: 'A C', answers }, uncertain)).toBe('correct: the letters are not certain');
    expect(findCorrect({ correct: 'B', answers }, { numbers: 'not certain' })).toEqual(new Set([1]));
    expect(findCorrect({ correct: '30', answers }, uncertain)).toEqual(new Set([2]));
    expect(findCorrect({ correct: '', answers }, uncertain)).toEqual(new Set());
  });

  it('finds many names among many answers without quadratic work', () => {
    const answers = Array.from({ length: 100 }, (_, number) => `answer ${number}`);
    const correct = 'answer 99,'.repeat(10_000);
    const before = process.cpuUsage();
    for (let row = 0; row < 100; row++) findCorrect({ correct, answers });
    const { user, system } = process.cpuUsage(before);
    // A comparison of each name with each answer takes minutes.
    expect((user + system) / 1_000_000).toBeLessThan(10);
  });
});

describe('hasZero', () => {
  it.each<[string, boolean]>([
    ['0', true],
    ['0.0', true],
    ['2, 0', true],
    ['10', false],
    ['A', false],
    ['', false],
  ])('of %j', (correct, expected) => expect(hasZero({ correct, answers: ['a', 'b'] })).toBe(expected));

  it('is false where 0 is the text of an answer', () => {
    expect(hasZero({ correct: '0', answers: ['1', '0.0'] })).toBe(false);
  });
});
