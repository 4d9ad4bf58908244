import { randomInt } from 'node:crypto';

/** Reproducible random numbers: the seed is printed, and can be set in FAULTS_SEED. */
export interface Random {
  seed: number;
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** @param name of the user of the numbers, for the line that prints the seed */
export function startRandom(name: string): Random {
  const seed = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));
  process.stdout.write(`${name}: FAULTS_SEED=${seed}\n`);
  let state = seed;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    seed,
    between,
    pick: <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item,
  };
}
