import { checkQuestion } from './check-question.js';

const answersOf = (...texts: string[]) => texts.map((text, index) => ({ text, isCorrect: index === 0 }));

const check = (text: string, answers: { text: string; isCorrect: boolean }[]) =>
  checkQuestion({ line: 1, name: 'a', question: { text, imageUrl: null, answers }, problem: null, dropped: [] });

describe('checkQuestion', () => {
  it('returns a question that a quiz can have', () => {
    const question = { text: 'a?', imageUrl: null, answers: answersOf('b', 'c') };
    expect(check('a?', question.answers)).toEqual({ line: 1, name: 'a', question, problem: null, dropped: [] });
  });

  it.each([
    ['a'.repeat(1_001), answersOf('b', 'c'), 'text: must have 1 to 1000 characters'],
    ['', answersOf('b', 'c'), 'text: must have 1 to 1000 characters'],
    [
      'a',
      answersOf('b', 'c').map((answer) => ({ ...answer, isCorrect: false })),
      'at least one answer must be correct',
    ],
    ['a', answersOf('b', ''), 'answer 2: must have 1 to 500 characters'],
    ['a', answersOf('b', 'c'.repeat(501)), 'answer 2: must have 1 to 500 characters'],
    ['a', answersOf(...'bcdefghijkl'), 'It has more than 10 answers'],
    ['a', answersOf('b'), 'It has 1 answer, but needs 2 to 10'],
    ['a', [], 'It has no answers, but needs 2 to 10'],
  ])('rejects a question that a quiz cannot have: %#', (text, answers, problem) => {
    const expected = { line: 1, name: 'a', question: null, problem: expect.stringContaining(problem) as string };
    expect(check(text, answers)).toEqual({ ...expected, dropped: [] });
  });
});
