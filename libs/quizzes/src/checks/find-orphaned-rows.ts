import type { QueryBus } from '@nestjs/cqrs';
import type { Snapshot, Transaction } from '#libs/database';
import { type CheckBatch, distinctValues } from '#libs/projections';
import { FindExistingQuizzes } from '../queries/find-existing-quizzes.query.js';

/** Where rows of quizzes are. */
export interface QuizRows {
  /** Tables with an index that begins with `quiz_id`. */
  readonly tables: readonly string[];
  /** Ids of quizzes that have counters. */
  readonly counted?: readonly string[];
  /** Ids of deleted quizzes whose rows in `tables` are being deleted in the background. */
  readonly deferred?: ReadonlySet<string>;
}

/**
 * Finds orphaned rows: rows of quizzes that do not exist.
 * @param remove deletes a bounded number of a quiz's orphaned rows; returns whether more may be left
 */
export async function* findOrphanedRows(
  snapshot: Snapshot,
  queries: QueryBus,
  { tables, counted = [], deferred = new Set() }: QuizRows,
  remove: (transaction: Transaction, quizId: string) => Promise<boolean>,
): AsyncGenerator<CheckBatch> {
  const tablesOf = new Map<string, string[]>();
  const add = (quizId: string, table: string) => tablesOf.set(quizId, [...(tablesOf.get(quizId) ?? []), table]);
  for (const table of tables) {
    const rows = await snapshot.query<{ quizId: string }>(distinctValues(table, 'quiz_id', 'quizId'));
    for (const { quizId } of rows) if (!deferred.has(quizId)) add(quizId, table);
  }
  for (const quizId of counted) add(quizId, 'sharded_counters');
  const existing = await queries.execute(new FindExistingQuizzes([...tablesOf.keys()], snapshot));
  for (const [quizId, found] of tablesOf) {
    if (existing.has(quizId)) continue;
    const difference = { where: `quiz ${quizId}`, expected: 'nothing', found: `rows in ${found.join(', ')}` };
    const repair = (transaction: Transaction) => remove(transaction, quizId);
    yield { differences: [difference], repair };
  }
  yield { done: 1, compared: tablesOf.size };
}
