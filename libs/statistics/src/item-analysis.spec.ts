import fc from 'fast-check';
import { difficulty, discrimination, type ItemSums, restScore } from './item-analysis.js';

/** One attempt: whether it answered the question correctly, and its rest score. */
type Point = [isCorrect: boolean, rest: number];

function sumsOf(points: readonly Point[]): ItemSums {
  const total = (value: (point: Point) => number) => String(points.reduce((sum, point) => sum + value(point), 0));
  const correct = points.filter(([isCorrect]) => isCorrect).length;
  return {
    attempts: points.length,
    correct,
    rest: {
      attempts: String(points.length),
      correct: String(correct),
      sum: total(([, rest]) => rest),
      squares: total(([, rest]) => rest * rest),
      sumOfCorrect: total(([isCorrect, rest]) => (isCorrect ? rest : 0)),
    },
  };
}

/** Pearson's correlation as its definition says, of the points themselves. */
function correlation(points: readonly Point[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = points.map(([isCorrect]) => Number(isCorrect));
  const y = points.map(([, rest]) => rest);
  const [meanX, meanY] = [mean(x), mean(y)];
  const spread = (values: number[], around: number) => Math.sqrt(mean(values.map((value) => (value - around) ** 2)));
  const covariance = mean(points.map(([isCorrect, rest]) => (Number(isCorrect) - meanX) * (rest - meanY)));
  return covariance / (spread(x, meanX) * spread(y, meanY));
}

const point = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 10_000 }));

describe('restScore', () => {
  it.each([
    [1, 1, true, undefined],
    [0, 1, false, undefined],
    [1, 2, true, 0],
    [2, 2, true, 10_000],
    [1, 2, false, 10_000],
    [2, 4, true, 3_333],
    [2, 4, false, 6_667],
    [1, 9, false, 1_250],
    [200, 200, true, 10_000],
  ])('of %i right of %i, this one %j, is %j', (correct, total, isCorrect, expected) => {
    expect(restScore(correct, total, isCorrect)).toBe(expected);
  });

  it('is the share of the other questions, rounded half up', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 200 }), ([first = false, ...others]) => {
        const right = others.filter(Boolean).length;
        const share = (10_000 * right) / others.length;
        expect(restScore(right + Number(first), others.length + 1, first)).toBe(Math.floor(share + 0.5));
      }),
    );
  });
});

describe('difficulty', () => {
  it('is the share of correct answers, from 20 attempts on', () => {
    const { rest } = sumsOf([]);
    expect(difficulty({ attempts: 19, correct: 19, rest })).toBeNull();
    expect(difficulty({ attempts: 20, correct: 5, rest })).toBe(0.25);
    expect(difficulty({ attempts: 20, correct: 0, rest })).toBe(0);
  });
});

describe('discrimination', () => {
  it('is the correlation of the answers with the rest scores', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 20, maxLength: 300 }), (points) => {
        const expected = correlation(points);
        fc.pre(Number.isFinite(expected));
        expect(discrimination(sumsOf(points))).toBeCloseTo(expected, 9);
      }),
    );
  });

  const half = (at: number): Point[] => Array.from({ length: 20 }, (_, index) => [index < 10, at * index]);

  it.each<[string, Point[], number | null]>([
    ['1 where those who know it have all the rest', half(0).map(([is]) => [is, is ? 9_000 : 1_000]), 1],
    ['-1 where those who know it have none of the rest', half(0).map(([is]) => [is, is ? 1_000 : 9_000]), -1],
    ['0 where it says nothing', half(0).map(([is], index) => [is, index % 2]), 0],
    [
      'null below 20 attempts',
      half(0)
        .slice(1)
        .map(([is]) => [is, is ? 9_000 : 1_000]),
      null,
    ],
    ['null where all answered rightly', half(100).map(([, rest]) => [true, rest]), null],
    ['null where none answered rightly', half(100).map(([, rest]) => [false, rest]), null],
    ['null where all have the same rest score', half(0), null],
  ])('is %s', (_, points, expected) => {
    expect(discrimination(sumsOf(points))).toBe(expected);
  });

  it('counts only attempts that had other questions', () => {
    const sums = sumsOf(half(100));
    expect(discrimination({ ...sums, attempts: 1_000, correct: 900 })).toBe(discrimination(sums));
    expect(discrimination({ ...sumsOf([]), attempts: 1_000, correct: 500 })).toBeNull();
  });

  it('is exact for sums beyond the safe integers', () => {
    // A thousand million attempts that differ by the least there is.
    const [attempts, correct] = [1_000_000_000n, 500_000_000n];
    const sum = attempts * 9_999n + correct;
    const sums = {
      attempts: Number(attempts),
      correct: Number(correct),
      rest: {
        attempts: String(attempts),
        correct: String(correct),
        sum: String(sum),
        squares: String((attempts - correct) * 9_999n ** 2n + correct * 10_000n ** 2n),
        sumOfCorrect: String(correct * 10_000n),
      },
    };
    expect(discrimination(sums)).toBeCloseTo(1, 12);
  });
});
