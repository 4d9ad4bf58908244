import { withoutEmptyEnds } from './without-empty-ends';

describe('withoutEmptyEnds', () => {
  it.each([
    [
      [0, 0, 2, 0, 1, 0],
      [2, 0, 1],
    ],
    [[3], [3]],
    [
      [0, 0],
      [0, 0],
    ],
  ])('of %j are %j', (rows, expected) => {
    expect(withoutEmptyEnds(rows, (attempts) => attempts > 0)).toEqual(expected);
  });
});
