import { LISTED, POSITION, type Ranking } from './ranking.js';

/** Moves in one row of the log, so that it fits into a page of the table. */
const PART = 100;

/** SQL that logs the moves of entries on boards that are indexed: from the rows of one relation to those of another one. */
export function logMoves({ board, position }: Ranking, { from, to }: { from?: string; to?: string }): string {
  const rows = (relation: string, delta: number) => `
      SELECT board, ${POSITION}, ${delta} AS delta FROM (SELECT ${board} AS board, ${position} FROM ${relation} WHERE ${LISTED}) AS entry
      WHERE EXISTS (SELECT FROM ranked_boards WHERE ranked_boards.board = entry.board)`;
  const moves = [...(to === undefined ? [] : [rows(to, 1)]), ...(from === undefined ? [] : [rows(from, -1)])];
  return `INSERT INTO ranking_moves (board, id, keys1, keys2, keys3, entry_ids, deltas)
    SELECT board, gen_random_uuid(), array_agg(key1), array_agg(key2), array_agg(key3), array_agg(entry_id), array_agg(delta)
    FROM (
      SELECT board, ${POSITION}, sum(delta)::smallint AS delta, (row_number() OVER () - 1) / ${PART} AS part
      FROM (${moves.join(' UNION ALL ')}) AS move GROUP BY board, ${POSITION} HAVING sum(delta) <> 0
    ) AS move GROUP BY board, part`;
}
