import type { Transaction } from '#libs/database';
import type { Part } from '#libs/projections';

/**
 * Names what is left of quizzes that do not exist.
 * @param places quizzes of which something is there, by table
 * @param findExisting which of some quizzes exist, in the same snapshot
 * @param remove deletes a bounded part of what is left of a quiz; returns whether more may be left
 */
export async function* findLeftOvers(
  places: ReadonlyMap<string, readonly string[]>,
  findExisting: (quizIds: string[]) => Promise<ReadonlySet<string>>,
  remove: (transaction: Transaction, quizId: string) => Promise<boolean>,
): AsyncGenerator<Part> {
  const tables = new Map<string, string[]>();
  for (const [table, quizIds] of places) {
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
