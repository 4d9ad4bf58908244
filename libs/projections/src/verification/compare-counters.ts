import { EVERYTHING, type ShardedCounters } from '../sharded-counters.js';
import type { Snapshot, Transaction } from '#libs/database';
import { compareFigures } from './figures.js';
import type { Part } from './verifier.js';

/** Counted rows, to compare the counter `name` with. */
export interface Counted {
  name: string;
  /** What is counted, such as `users`, and what a report calls all of them, such as `all users`. */
  figure: string;
  all: string;
  /** By the id of a quiz, or by {@link EVERYTHING}. */
  expected: ReadonlyMap<string, number>;
  /** How far the verification has come, from 0 to 1. */
  done: number;
  /** Keeps a quiz from being deleted during a repair. @returns whether it is there */
  keep?: (transaction: Transaction, quizId: string) => Promise<boolean>;
}

/** Compares counters as a snapshot has them. A repair adds the difference: concurrent writes only add too, so it stays the same. */
export async function* compareCounters(
  counts: ShardedCounters,
  snapshot: Snapshot,
  { name, figure, all, expected, done, keep }: Counted,
): AsyncGenerator<Part> {
  const stored = await counts.readIn(snapshot, name, [...expected.keys()]);
  for (const [subject, count] of expected) {
    const found = stored.get(subject) ?? 0;
    const where = subject === EVERYTHING ? all : `quiz ${subject}, ${all}`;
    const difference = compareFigures(where, { [figure]: count }, { [figure]: found });
    if (difference === undefined) continue;
    const repair = async (transaction: Transaction) => {
      const isThere = keep === undefined || (await keep(transaction, subject));
      if (isThere) await counts.add(transaction, [{ name, subject, delta: count - found }]);
      return false;
    };
    yield { done, compared: 0, differences: [difference], repair };
  }
}
