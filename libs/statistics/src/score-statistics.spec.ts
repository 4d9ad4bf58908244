import fc from 'fast-check';
import { LSAT, LSAT_RESULTS } from './lsat.js';
import { cronbachAlpha, reliabilityOf, summariseScores, type TestResults } from './score-statistics.js';

const one = (percent: number) => ({ basisPoints: percent * 100, attempts: 1 });

function resultsOf(attempts: readonly boolean[][]): TestResults {
  const scores = attempts.map((answers) => answers.filter(Boolean).length);
  return {
    attempts: attempts.length,
    correct: (attempts[0] ?? []).map((_, at) => attempts.filter((answers) => answers[at]).length),
    sum: scores.reduce((sum, score) => sum + score, 0),
    squares: scores.reduce((sum, score) => sum + score ** 2, 0),
  };
}

describe('summariseScores', () => {
  it('gives mean, median and standard deviation of the example of Wikipedia (https://en.wikipedia.org/wiki/Standard_deviation)', () => {
    const summary = summariseScores([2, 4, 4, 4, 5, 5, 7, 9].map(one), true);
    expect(summary).toMatchObject({ mean: 5, median: 4.5 });
    expect(summary?.standardDeviation).toBeCloseTo(2.14, 2);
    // 5 ± 2.365 · 2.138 / √8
    expect(summary?.meanInterval?.low).toBeCloseTo(3.21, 2);
    expect(summary?.meanInterval?.high).toBeCloseTo(6.79, 2);
  });

  it('takes the middle score as the median', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 5 });
    fc.assert(
      fc.property(scores, (all) => {
        const ascending = all.toSorted((left, right) => left - right);
        const [low = NaN, high = NaN] = [ascending[(all.length - 1) >> 1], ascending[all.length >> 1]];
        const summary = summariseScores(
          all.map((basisPoints) => ({ basisPoints, attempts: 1 })),
          true,
        );
        expect(summary?.median).toBe((low + high) / 200);
      }),
    );
  });

  it('has no interval of the mean for attempts that depend on each other', () => {
    expect(summariseScores([2, 4, 4, 5, 9].map(one), false)).toMatchObject({ mean: 4.8, meanInterval: null });
  });

  it('is null below 5 attempts', () => {
    expect(summariseScores([{ basisPoints: 5_000, attempts: 4 }], true)).toBeNull();
    expect(summariseScores([{ basisPoints: 5_000, attempts: 5 }], true)).toMatchObject({
      median: 50,
      standardDeviation: 0,
    });
  });
});

describe('cronbachAlpha', () => {
  it('is the published one for the LSAT', () => {
    expect(cronbachAlpha(resultsOf(LSAT))).toBeCloseTo(LSAT_RESULTS.alpha, 4);
    const { interval, attempts, questions } = reliabilityOf(resultsOf(LSAT), true) ?? {};
    expect([attempts, questions]).toEqual([1_000, 5]);
    // ln(1 - alpha) ± 1.96 · √(10 / (4 · 998))
    expect(interval?.low).toBeCloseTo(0.222, 3);
    expect(interval?.high).toBeCloseTo(0.361, 3);
  });

  it('is 1 where all questions agree, and null where it is not defined', () => {
    const agreeing = [true, true, false, false, false].map((answer) => [answer, answer, answer]);
    expect(cronbachAlpha(resultsOf(agreeing))).toBeCloseTo(1, 12);
    expect(cronbachAlpha(resultsOf(agreeing.slice(1)))).toBeNull();
    expect(cronbachAlpha(resultsOf(agreeing.map(([answer]) => [answer === true])))).toBeNull();
    expect(cronbachAlpha(resultsOf(agreeing.map(() => [true, false])))).toBeNull();
  });
});
