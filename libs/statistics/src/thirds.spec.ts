import fc from 'fast-check';
import { bandOf, sharesOf, thirdsOf } from './thirds.js';

const scores = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 60 });

/** The share of each attempt in the upper third: the mean over all orders of attempts with the same score. */
function upperShares(all: readonly number[]): number[] {
  // With three copies of each attempt, a third is a whole number of copies.
  const copies = all.flatMap((score) => [score, score, score]).sort((one, other) => other - one);
  return all.map((score) => {
    const places = copies.flatMap((other, place) => (other === score ? [place] : []));
    return places.filter((place) => place < all.length).length / places.length;
  });
}

it('thirds have a third of the attempts each, whatever the order of those that tie', () => {
  fc.assert(
    fc.property(scores, (all) => {
      const thirds = thirdsOf(all.map((basisPoints) => ({ basisPoints, attempts: 1 })));
      const { lower, upper } = sharesOf(thirds);
      const shares = all.map((score) => upper[bandOf(score, thirds)] ?? NaN);
      upperShares(all).forEach((expected, at) => expect(shares[at]).toBeCloseTo(expected, 12));
      const mirrored = upperShares(all.map((score) => -score));
      all.forEach((score, at) => expect(lower[bandOf(score, thirds)]).toBeCloseTo(mirrored[at] ?? NaN, 12));
    }),
  );
});
