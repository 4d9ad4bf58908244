/** A seed of another order. */
export const newSeed = () => Math.floor(Math.random() * 2 ** 32);

/** A generator of numbers from 0 to 1 with a seed (mulberry32). */
function* numbersFrom(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** The items in a random order (Fisher-Yates) that depends only on the seed. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const numbers = numbersFrom(seed);
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(numbers.next().value * left.length), 1));
}
