import { type Snapshots, sql, type Transaction } from '#libs/database';
import type { CheckBatch } from '#libs/verification';
import { EVERYTHING, type ShardedCounters } from './sharded-counters.js';
import {
  camelCase,
  compareRows,
  type DifferingRow,
  type Group,
  type RowComparison,
  storedRows,
} from './differing-rows.js';
import { missingTotals } from './values.js';

/** A table with derived rows, what it should hold, and how to rebuild the rows that differ. */
export interface Projection<Key extends object> extends RowComparison {
  /** The key that is the same in all rows of a repair. */
  readonly groupBy?: keyof Key;
  /** Rebuilds up to 500 rows, which may have been changed since they were compared. */
  readonly repair: (transaction: Transaction, rows: Group<DifferingRow<Key>>) => Promise<void>;
}

/** Compares projections in one snapshot. */
export function compareProjections<Key extends object>(
  snapshots: Snapshots,
  projections: readonly Projection<Key>[],
): AsyncGenerator<CheckBatch> {
  return snapshots.during(async function* (snapshot) {
    for (const [index, projection] of projections.entries()) {
      yield* compareRows<Key>(snapshot, projection);
      const count = sql(`SELECT count(*)::float8 AS compared FROM (${storedRows(projection)}) AS stored`);
      const [row] = await snapshot.query<{ compared: number }>(count);
      yield { done: (index + 1) / projections.length, compared: row?.compared ?? 0 };
    }
  });
}

interface CounterDefinition {
  readonly name: string;
  /** What it counts, such as `users`. */
  readonly unit: string;
  /** SELECT of the `total`, with the `subject` of each if there are several counters of this name. None for 0. */
  readonly expected: string;
  /** What the subjects are, such as `quiz_id`, and the condition that a subject is compared. */
  readonly subjects?: { readonly key: string; readonly where: string };
  /** Prevents the deletion of subjects during a repair. @returns those that exist */
  readonly keep?: (transaction: Transaction, subjects: string[]) => Promise<{ has(subject: string): boolean }>;
}

/** Counters as a projection. A repair adds the difference: concurrent writes only add too, so it stays the same. */
export function counterProjection(
  counts: ShardedCounters,
  { name, unit, expected, subjects, keep }: CounterDefinition,
): Projection<Record<string, string>> {
  const key = subjects === undefined ? '' : `subject AS ${subjects.key}, `;
  const columns = `${key}'${unit}' AS "all", total::bigint AS ${unit}`;
  return {
    table: `(
      SELECT ${columns} FROM (
        SELECT subject, sum(value) AS total FROM sharded_counters WHERE name = '${name}' AND ${subjects?.where ?? 'true'}
        GROUP BY subject HAVING sum(value) <> 0
      ) AS counted
    ) AS counter`,
    keys: [...(subjects === undefined ? [] : [subjects.key]), 'all'],
    columns: [unit],
    expected: `SELECT ${columns} FROM (${expected}) AS counted`,
    repair: async (transaction, rows) => {
      const deltas = rows.map((row) => ({
        name,
        subject: subjects === undefined ? EVERYTHING : (row[camelCase(subjects.key)] ?? ''),
        delta: missingTotals([unit], row)[unit] ?? 0,
      }));
      const existing = await keep?.(
        transaction,
        deltas.map(({ subject }) => subject),
      );
      await counts.add(
        transaction,
        deltas.filter(({ subject }) => existing?.has(subject) ?? true),
      );
    },
  };
}
