import type { ShardedCounters } from '../sharded-counters.js';
import type { Snapshot, Transaction } from '#libs/database';
import { compareTotals } from './totals.js';
import type { CheckBatch } from './consistency-check.js';

/** Counted rows, to compare the counter `name` with. */
export interface Counted {
  name: string;
  /** The counted rows, such as `users`. */
  unit: string;
  /** The location of a subject's difference in the report, such as `quiz 019…, all users`. */
  where: (subject: string) => string;
  /** By the counter's subject. */
  expected: ReadonlyMap<string, number>;
  /** Prevents the deletion of a subject during a repair. @returns whether it exists */
  keep?: (transaction: Transaction, subject: string) => Promise<boolean>;
}

/** Compares counters as a snapshot has them. A repair adds the difference: concurrent writes only add too, so it stays the same. */
export async function* compareCounters(
  counts: ShardedCounters,
  snapshot: Snapshot,
  { name, unit, where, expected, keep }: Counted,
): AsyncGenerator<CheckBatch> {
  const stored = await counts.readIn(snapshot, name, [...expected.keys()]);
  for (const [subject, count] of expected) {
    const found = stored.get(subject) ?? 0;
    const difference = compareTotals(where(subject), { [unit]: count }, { [unit]: found });
    if (difference === undefined) continue;
    const repair = async (transaction: Transaction) => {
      const isThere = keep === undefined || (await keep(transaction, subject));
      if (isThere) await counts.add(transaction, [{ name, subject, delta: count - found }]);
      return false;
    };
    yield { differences: [difference], repair };
  }
}
