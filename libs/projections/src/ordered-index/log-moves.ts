import { type OrderedList, POSITION } from './ordered-list.js';

/** SQL that logs the moves of entries where their list is indexed: from the rows of one relation to those of another one. */
export function logMoves(list: OrderedList, { from, to }: { from?: string; to?: string }): string {
  const rows = (relation: string, delta: number) => `
      SELECT subject, ${POSITION}, ${delta} AS delta FROM (SELECT ${list.subject} AS subject, ${list.position} FROM ${relation} WHERE ${list.where}) AS entry
      WHERE EXISTS (SELECT FROM indexed_lists WHERE list = '${list.name}' AND indexed_lists.subject = entry.subject)`;
  const moves = [...(to === undefined ? [] : [rows(to, 1)]), ...(from === undefined ? [] : [rows(from, -1)])];
  return `INSERT INTO list_changes (list, id, subjects, keys1, keys2, keys3, entry_ids, deltas)
    SELECT '${list.name}', gen_random_uuid(), array_agg(subject), array_agg(key1), array_agg(key2), array_agg(key3), array_agg(entry_id), array_agg(delta)
    FROM (
      SELECT subject, ${POSITION}, sum(delta)::smallint AS delta, (row_number() OVER () - 1) / 100 AS part
      FROM (${moves.join(' UNION ALL ')}) AS move GROUP BY subject, ${POSITION} HAVING sum(delta) <> 0
    ) AS change GROUP BY part`;
}
