import { type Snapshot, sql, type Statement, type Transaction } from '#libs/database';
import type { CheckBatch } from '#libs/verification';
import { differenceOf, type Values } from './values.js';

/** A table, and what it should hold. */
export interface RowComparison {
  /** Its name, or a subquery with an alias. */
  readonly table: string;
  /** The columns that identify a row. */
  readonly keys: readonly string[];
  /** The columns that are compared, in the order of the report. By default a row must only be there. */
  readonly columns?: readonly string[];
  /** The condition of the rows that are compared; by default all. */
  readonly where?: string;
  /** SELECT of the rows that should be there: keys and columns, of the types that they have in the table. */
  readonly expected: string;
}

/** SELECT of the rows that are compared. */
export const storedRows = ({ table, keys, columns = [], where = 'true' }: RowComparison): string =>
  `SELECT ${quoted([...keys, ...columns])} FROM ${table} WHERE ${where}`;

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** `quiz_id` as a property: `quizId`. */
export const camelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The statement that finds the rows that differ, in the order of the keys. */
function differingRows(comparison: RowComparison): Statement {
  const { keys, columns = [], expected } = comparison;
  const json = (side: string) =>
    `CASE WHEN ${side} IS NOT NULL THEN json_build_object(${columns.map((name) => `'${camelCase(name)}', ${side}."${name}"`).join(', ')}) END`;
  return sql(`
    SELECT ${keys.map((key) => `"${key}" AS "${camelCase(key)}"`).join(', ')}, ${json('expected')} AS expected, ${json('stored')} AS stored
    FROM (SELECT ${quoted([...keys, ...columns])} FROM (${expected}) AS rows) AS expected
    FULL JOIN (${storedRows(comparison)}) AS stored USING (${quoted(keys)})
    WHERE expected IS DISTINCT FROM stored ORDER BY ${quoted(keys)}`);
}

/** A row that differs. A side is null if it has no row. */
export type DifferingRow<Keys> = Keys & { readonly expected: Values | null; readonly stored: Values | null };

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
  const stream = snapshot.stream<DifferingRow<Keys>>(differingRows(comparison));
  for await (const rows of inGroups(stream, (row) => groupBy && row[groupBy])) {
    const differences = rows.map((row) => differenceOf(nameOf(row, comparison.keys), row));
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
  keys.map((key) => `${key.replace(/_id$/, '')} ${String(row[camelCase(key) as keyof typeof row])}`).join(', ');

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
