import fc from 'fast-check';
import { addToItem, difficulty, discrimination, newItem } from './item-analysis.js';
import { LSAT, LSAT_RESULTS } from './lsat.js';

/** The sums of a question, from the answers of each attempt to all questions. */
function itemOf(attempts: readonly boolean[][], question: number) {
  const item = newItem();
  for (const answers of attempts) {
    const sum = answers.filter(Boolean).length;
    const isCorrect = answers[question] === true;
    addToItem(item, { attempts: 1, isCorrect, totalQuestions: answers.length, sum, squares: sum ** 2 });
  }
  return item;
}

/** Pearson's correlation as its definition says. */
function correlation(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [u, v] = [x, y].map((values) => values.map((value) => value - mean(values))) as [number[], number[]];
  const spread = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => value ** 2)));
  return mean(u.map((value, index) => value * (v[index] ?? NaN))) / (spread(u) * spread(v));
}

const attempt = (answers: number) => fc.array(fc.boolean(), { minLength: answers, maxLength: answers });

it.each([0, 1, 2, 3, 4])('question %i of the LSAT has the published difficulty and discrimination', (question) => {
  const item = itemOf(LSAT, question);
  expect(item.correct).toBe(LSAT_RESULTS.correct[question]);
  expect(discrimination(item)).toBeCloseTo(LSAT_RESULTS.discrimination[question] ?? NaN, 4);
});

it('difficulty is the share of correct answers, from 5 attempts on', () => {
  expect(difficulty({ attempts: 4, correct: 4 })).toBeNull();
  expect(difficulty({ attempts: 5, correct: 2 })).toBe(0.4);
});

describe('discrimination', () => {
  it('is the correlation with the share of the other questions, over versions of different lengths', () => {
    const attempts = fc.array(fc.oneof(attempt(2), attempt(5), attempt(9)), { minLength: 5, maxLength: 200 });
    fc.assert(
      fc.property(attempts, (all) => {
        const rests = all.map((answers) => answers.slice(1).filter(Boolean).length / (answers.length - 1));
        const expected = correlation(
          all.map(([first]) => Number(first)),
          rests,
        );
        fc.pre(Number.isFinite(expected) && new Set(rests).size > 1);
        expect(discrimination(itemOf(all, 0))).toBeCloseTo(expected, 9);
      }),
    );
  });

  const five = (first: number, rest: number) =>
    Array.from({ length: 5 }, (_, index) => [index < first, index < rest, index < rest]);

  it.each<[string, boolean[][], number | null]>([
    ['1 where those who know it know the rest', five(2, 2), 1],
    ['null below 5 attempts', five(2, 2).slice(1), null],
    ['null where all answered correctly', five(5, 2), null],
    ['null where none answered correctly', five(0, 2), null],
    ['null where all have the same rest', five(2, 5), null],
    ['null for a single question', five(2, 2).map(([first]) => [first === true]), null],
  ])('is %s', (_, attempts, expected) => {
    const value = discrimination(itemOf(attempts, 0));
    if (expected === null) expect(value).toBeNull();
    else expect(value).toBeCloseTo(expected, 12);
  });

  it('finds the least difference among very many attempts, and none where there is none', () => {
    const item = newItem();
    const alike = { isCorrect: false, totalQuestions: 200 };
    addToItem(item, { ...alike, attempts: 499_999, sum: 499_999 * 130, squares: 499_999 * 130 ** 2 });
    const one = { attempts: 1, isCorrect: true, totalQuestions: 200 };
    const same = structuredClone(item);
    addToItem(item, { ...one, sum: 132, squares: 132 ** 2 });
    addToItem(same, { ...one, sum: 131, squares: 131 ** 2 });
    expect(discrimination(item)).toBeCloseTo(1, 3);
    expect(discrimination(same)).toBeNull();
  });
});
