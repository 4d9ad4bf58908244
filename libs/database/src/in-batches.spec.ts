import { inBatches } from './in-batches.js';

/** The batches of the numbers from 1 to `count`, two at a time, and how many were read. */
async function readUpTo(count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  let reads = 0;
  const batches: number[][] = [];
  for await (const batch of inBatches<number>(2, (last = 0) => {
    reads++;
    return Promise.resolve(numbers.filter((number) => number > last).slice(0, 2));
  })) {
    batches.push(batch);
  }
  return { batches, reads };
}

describe('inBatches', () => {
  it.each([
    [0, [[]]],
    [1, [[1]]],
    [2, [[1, 2], []]],
    [3, [[1, 2], [3]]],
  ])('reads %i rows until a batch is not full', async (count, batches) => {
    expect(await readUpTo(count)).toEqual({ batches, reads: batches.length });
  });
});
