import { type Snapshot, sql, type Statement } from '#libs/database';
import type { Difference } from './consistency-check.js';
import { compareTotals, type Totals } from './totals.js';

/** Stored rows, and the rows that should be stored. Both selects have these columns; the totals are bigint. */
export interface RowComparison {
  readonly keys: readonly string[];
  /** In the order of the report. */
  readonly totals: readonly string[];
  /** SELECT of what should be stored. */
  readonly expected: string;
  /** SELECT of what is stored. */
  readonly stored: string;
}

/** The rows that differ, in the order of their keys. A side is null if it has no row. */
export function differingRows({ keys, totals, expected, stored }: RowComparison): Statement {
  const names = keys.map((key) => `"${key}"`).join(', ');
  const json = (side: string) =>
    `CASE WHEN ${side} IS NOT NULL THEN json_build_object(${totals.map((name) => `'${name}', ${side}."${name}"`).join(', ')}) END`;
  return sql(`
    SELECT ${names}, ${json('expected')} AS expected, ${json('stored')} AS stored
    FROM (${expected}) AS expected FULL JOIN (${stored}) AS stored USING (${names})
    WHERE expected IS DISTINCT FROM stored ORDER BY ${names}`);
}

/** A row that differs: its keys, both sides, and the texts for the report. */
export type DifferingRow<Keys> = Keys & {
  readonly expected: Totals | null;
  readonly stored: Totals | null;
  readonly difference: Difference;
};

/**
 * Compares in SQL, and yields the differing rows.
 * @param statement of {@link differingRows}
 * @param where the location of a row in the report, such as `quiz 019…, user 019…`
 */
export async function* findDifferences<Keys extends object>(
  snapshot: Snapshot,
  statement: Statement,
  values: unknown[],
  where: (keys: Keys) => string,
): AsyncGenerator<DifferingRow<Keys>> {
  for await (const rows of snapshot.stream<Omit<DifferingRow<Keys>, 'difference'>>(statement, values)) {
    for (const row of rows) {
      const { expected, stored } = row;
      const difference = compareTotals(where(row as Keys), expected, stored);
      if (difference !== undefined) yield { ...(row as Keys), expected, stored, difference };
    }
  }
}

/** Groups consecutive items with the same key. Groups have a bounded size, so that a repair does not hold its locks for long. */
export async function* inGroups<Item>(
  items: AsyncIterable<Item>,
  keyOf: (item: Item) => string,
  size = 500,
): AsyncGenerator<[Item, ...Item[]]> {
  let group: [Item, ...Item[]] | undefined;
  for await (const item of items) {
    if (group !== undefined && group.length < size && keyOf(group[0]) === keyOf(item)) group.push(item);
    else {
      if (group !== undefined) yield group;
      group = [item];
    }
  }
  if (group !== undefined) yield group;
}
