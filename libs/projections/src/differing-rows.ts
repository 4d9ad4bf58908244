import { type Snapshot, sql, type Statement, type Transaction } from '#libs/database';
import type { CheckBatch } from '#libs/verification';
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

/** The statement that finds the rows that differ, in the order of the keys. */
function differingRows({ keys, totals, expected, stored }: RowComparison): Statement {
  const names = keys.map((key) => `"${key}"`).join(', ');
  const json = (side: string) =>
    `CASE WHEN ${side} IS NOT NULL THEN json_build_object(${totals.map((name) => `'${name}', ${side}."${name}"`).join(', ')}) END`;
  return sql(`
    SELECT ${names}, ${json('expected')} AS expected, ${json('stored')} AS stored
    FROM (${expected}) AS expected FULL JOIN (${stored}) AS stored USING (${names})
    WHERE expected IS DISTINCT FROM stored ORDER BY ${names}`);
}

/** A row that differs. A side is null if it has no row. */
export type DifferingRow<Keys> = Keys & { readonly expected: Totals | null; readonly stored: Totals | null };

/** The most rows that one transaction repairs, so that it does not hold its locks for long. */
const MAX_GROUP_SIZE = 500;

export type Group<Row> = [Row, ...Row[]];

interface Options<Keys> {
  /** The key that is the same in all rows of a repair. */
  readonly groupBy?: keyof Keys;
  readonly repair: (transaction: Transaction, rows: Group<DifferingRow<Keys>>) => Promise<void>;
}

/** Compares in SQL, and yields the rows that differ with their repair. */
export async function* compareRows<Keys extends object>(
  snapshot: Snapshot,
  { groupBy, repair, ...comparison }: RowComparison & Options<Keys>,
): AsyncGenerator<CheckBatch> {
  const { keys } = comparison;
  const stream = snapshot.stream<DifferingRow<Keys>>(differingRows(comparison));
  for await (const rows of inGroups(stream, (row) => groupBy && row[groupBy])) {
    const differences = rows.flatMap((row) => compareTotals(nameOf(row, keys), row.expected, row.stored) ?? []);
    yield {
      differences,
      repair: async (transaction) => {
        await repair(transaction, rows);
        return false;
      },
    };
  }
}

/** Such as `quiz 019…, user 019…`. */
const nameOf = (row: object, keys: readonly string[]) =>
  keys.map((key) => `${key.replace(/Id$/, '')} ${String(row[key as keyof typeof row])}`).join(', ');

/** Groups consecutive rows with the same key. */
async function* inGroups<Row>(batches: AsyncIterable<Row[]>, keyOf: (row: Row) => unknown): AsyncGenerator<Group<Row>> {
  let group: Group<Row> | undefined;
  for await (const rows of batches) {
    for (const row of rows) {
      if (group !== undefined && group.length < MAX_GROUP_SIZE && keyOf(group[0]) === keyOf(row)) group.push(row);
      else {
        if (group !== undefined) yield group;
        group = [row];
      }
    }
  }
  if (group !== undefined) yield group;
}
