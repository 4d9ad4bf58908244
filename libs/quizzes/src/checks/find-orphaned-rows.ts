import type { Transaction } from '#libs/database';
import type { CheckBatch } from '#libs/projections';

/**
 * Finds orphaned rows: rows of quizzes that do not exist.
 * @param quizzesByTable ids of the quizzes that have rows, by table
 * @param findExisting which of some quizzes exist, in the same snapshot
 * @param remove deletes a bounded number of a quiz's orphaned rows; returns whether more may be left
 */
export async function* findOrphanedRows(
  quizzesByTable: ReadonlyMap<string, readonly string[]>,
  findExisting: (quizIds: string[]) => Promise<ReadonlySet<string>>,
  remove: (transaction: Transaction, quizId: string) => Promise<boolean>,
): AsyncGenerator<CheckBatch> {
  const tables = new Map<string, string[]>();
  for (const [table, quizIds] of quizzesByTable) {
    for (const quizId of quizIds) tables.set(quizId, [...(tables.get(quizId) ?? []), table]);
  }
  const existing = await findExisting([...tables.keys()]);
  for (const [quizId, found] of tables) {
    if (existing.has(quizId)) continue;
    const difference = { where: `quiz ${quizId}`, expected: 'nothing', found: `rows in ${found.join(', ')}` };
    const repair = (transaction: Transaction) => remove(transaction, quizId);
    yield { done: 1, compared: 0, differences: [difference], repair };
  }
  yield { done: 1, compared: tables.size };
}
