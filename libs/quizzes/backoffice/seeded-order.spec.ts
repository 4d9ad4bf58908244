import { newSeed, shuffled } from './seeded-order';

describe('shuffled', () => {
  const items = Array.from({ length: 50 }, (_, index) => index);

  it('returns all items in an order that depends on the seed', () => {
    expect(shuffled(items, 7)).toEqual(shuffled(items, 7));
    expect(shuffled(items, 7)).not.toEqual(shuffled(items, 8));
    expect(shuffled(items, newSeed()).sort((one, other) => one - other)).toEqual(items);
    expect(shuffled([], 1)).toEqual([]);
  });

  it('moves every item to every position about equally often', () => {
    const firsts = Array.from({ length: 6000 }, (_, seed) => shuffled(['a', 'b', 'c'], seed)[0]);
    for (const item of ['a', 'b', 'c']) {
      const count = firsts.filter((first) => first === item).length;
      expect(count).toBeGreaterThan(1800);
      expect(count).toBeLessThan(2200);
    }
  });
});
