// The statements that read leaderboards by their checkpoints and maintain these. In every snapshot, the number of entries from a
// checkpoint to the next is the checkpoint's count plus the pending moves between the two: those that are logged and not compacted.
import { sql, type Statement } from '#libs/database';
import { BEGINNING, NEAR, POSITION, positionOf, type Ranking } from './ranking.js';

/** Entries from one checkpoint to the next when the checkpoints of a board are built. */
const STEP = 500;

/** The most entries of a checkpoint before the checkpoints of the board are rebuilt. */
const MAX_ENTRIES = 2 * STEP;

const POSITION_BACKWARDS = POSITION.replaceAll(/\w+/g, '$& DESC');

const unnested = (moves: string) => `${moves} CROSS JOIN LATERAL unnest(keys1, keys2, keys3, entry_ids, deltas)
  AS move (${POSITION}, delta)`;

/** SELECT of the total of the moves that belong to each checkpoint, from rows of the log. */
export const movesByCheckpoint = (moves: string): string => `
  SELECT nearest.board, ${positionOf('nearest')}, sum(delta)::bigint AS delta FROM ${unnested(`${moves} AS logged`)} CROSS JOIN LATERAL (
    SELECT board, ${POSITION} FROM ranking_checkpoints AS checkpoint
    WHERE checkpoint.board = logged.board AND (${positionOf('checkpoint')}) <= (${positionOf('move')})
    ORDER BY ${POSITION_BACKWARDS} LIMIT 1
  ) AS nearest GROUP BY nearest.board, ${positionOf('nearest')}`;

/** CTE: the pending moves of the board $1. */
const PENDING = `pending AS MATERIALIZED (SELECT move.* FROM ${unnested('ranking_moves')} WHERE board = $1::uuid)`;

/**
 * SELECT of the last checkpoint that a condition allows, or the beginning. `at` is the number of entries before it, `before` the same
 * without pending moves, `moves` their number.
 */
const nearest = (condition: string, other = '') => `
  SELECT ${positionOf('checkpoint')}, before + coalesce((
    SELECT sum(delta) FROM pending WHERE (${positionOf('pending')}) < (${positionOf('checkpoint')})), 0)::bigint AS at
  FROM (
    SELECT ${POSITION}, sum(entries) OVER (ORDER BY ${POSITION}) - entries AS before, (SELECT count(*) FROM pending) AS moves
    FROM ranking_checkpoints WHERE board = $1::uuid
    UNION ALL SELECT ${BEGINNING}, 0, 0
  ) AS checkpoint ${other}
  WHERE ${condition} ORDER BY ${POSITION_BACKWARDS} LIMIT 1`;

/** $1 board, $2 entries before the page, $3 its size. The global board uses $1 only in a condition that is always true. */
export function nearPage({ table, order, isOf }: Ranking, columns: string): Statement {
  return sql(`
    SELECT ${columns} FROM ${table} WHERE ${isOf('$1::uuid')} AND $1::uuid IS NOT NULL
    ORDER BY ${order} LIMIT $3::bigint OFFSET $2::bigint`);
}

/**
 * A page, from the checkpoint before it on. Without checkpoints it reads all entries before the page. Users first, so that only an index
 * is read of the entries before the page.
 */
export function farPage({ table, order, isOf, row }: Ranking, columns: string): Statement {
  return sql(`
    WITH ${PENDING}, nearest AS (${nearest('before + moves <= $2::bigint')})
    SELECT ${columns} FROM nearest CROSS JOIN LATERAL (
      SELECT user_id AS found_id FROM ${table} WHERE ${isOf('$1::uuid')} AND ${row('>=', 'nearest')}
      ORDER BY ${order} LIMIT $3::bigint OFFSET $2::bigint - nearest.at
    ) AS found CROSS JOIN LATERAL (
      SELECT * FROM ${table} WHERE ${isOf('$1::uuid')} AND user_id = found_id LIMIT 1
    ) AS ${table}
    ORDER BY ${order}`);
}

/**
 * $1 board, $2 user, $3 number of neighbours: the user's entry with up to so many before and after it, in order. `before` is the number
 * of entries before the user's. No rows if there is none. Without checkpoints it counts all entries before it.
 */
export function entryWithNeighbours(
  { table, position, order, backwards, isOf, row }: Ranking,
  columns: string,
): Statement {
  const isBefore = `${isOf('$1::uuid')} AND ${row('<', 'entry')}`;
  // The count has a limit that is never reached: because of it the planner reads the index in its order.
  return sql(`
    WITH ${PENDING}, entry AS MATERIALIZED (
      SELECT ${position} FROM ${table} WHERE ${isOf('$1::uuid')} AND user_id = $2::uuid
    ), nearest AS (${nearest(`(${positionOf('checkpoint')}) <= (${positionOf('entry')})`, 'CROSS JOIN entry')})
    SELECT ${columns}, nearest.at + counted.entries AS before,
      EXISTS (SELECT FROM ranking_checkpoints WHERE board = $1::uuid) AS "isIndexed"
    FROM entry CROSS JOIN nearest CROSS JOIN LATERAL (
      SELECT count(*) AS entries FROM (
        SELECT FROM ${table} WHERE ${isBefore} AND ${row('>=', 'nearest')} ORDER BY ${order} LIMIT nearest.at + 9000000000000000
      ) AS earlier
    ) AS counted CROSS JOIN LATERAL (
      (SELECT user_id AS found_id FROM ${table} WHERE ${isBefore} ORDER BY ${backwards} LIMIT $3::bigint)
      UNION ALL
      (SELECT user_id FROM ${table} WHERE ${isOf('$1::uuid')} AND ${row('>=', 'entry')} ORDER BY ${order} LIMIT $3::bigint + 1)
    ) AS found CROSS JOIN LATERAL (
      SELECT * FROM ${table} WHERE ${isOf('$1::uuid')} AND user_id = found_id LIMIT 1
    ) AS ${table}
    ORDER BY ${order}`);
}

/** $1 board: one row if it has far pages. */
export const isLong = ({ table, isOf }: Ranking): Statement =>
  sql(`SELECT FROM ${table} WHERE ${isOf('$1::uuid')} AND $1::uuid IS NOT NULL LIMIT 1 OFFSET ${NEAR}`);

export const HAS_CHECKPOINTS = sql('SELECT FROM ranking_checkpoints WHERE board = $1 LIMIT 1');

/** From the end of this transaction on, all moves on the board $1 are logged. */
export const REGISTER = sql('INSERT INTO ranked_boards (board) VALUES ($1) ON CONFLICT DO NOTHING');

/** Deletes the checkpoints of the board $1. */
export const DROP = sql('DELETE FROM ranked_boards WHERE board = $1');

/** Returns the board $1, locked, if it has checkpoints and no other instance maintains it. */
export const LOCK = sql('SELECT board FROM ranked_boards WHERE board = $1 FOR UPDATE SKIP LOCKED');

export const MOVED_BOARDS = sql('SELECT DISTINCT board FROM ranking_moves');

/** Adds the pending moves of the board $1 to its checkpoints. */
export const COMPACT = sql(`
  WITH taken AS (
    DELETE FROM ranking_moves WHERE board = $1::uuid RETURNING *
  )
  UPDATE ranking_checkpoints AS checkpoint SET entries = checkpoint.entries + compacted.delta
  FROM (${movesByCheckpoint('taken')}) AS compacted
  WHERE checkpoint.board = compacted.board AND (${positionOf('checkpoint')}) = (${positionOf('compacted')})`);

/** Boards without checkpoints, with one of too many entries, or with far more checkpoints than a rebuild would make. */
export const BOARDS_TO_REBUILD = sql(`
  SELECT board FROM ranked_boards LEFT JOIN ranking_checkpoints AS checkpoint USING (board) GROUP BY board
  HAVING count(checkpoint.entries) = 0 OR max(entries) > ${MAX_ENTRIES} OR count(*) > 10 + 4 * sum(entries) / ${STEP}`);

/** Replaces the checkpoints of the board $1, in one snapshot with the log. */
export function rebuild({ table, position, order, isOf }: Ranking): Statement {
  const isOnBoard = isOf('$1::uuid');
  return sql(`
    WITH taken AS (
      DELETE FROM ranking_moves WHERE board = $1::uuid
    ), numbered AS (
      SELECT *, row_number() OVER (ORDER BY ${order}) - 1 AS number FROM ${table} WHERE ${isOnBoard}
    ), checkpoint AS (
      SELECT ${BEGINNING}, 0 AS number
      UNION ALL SELECT ${position}, number FROM numbered WHERE number > 0 AND number % ${STEP} = 0
    ), removed AS (
      DELETE FROM ranking_checkpoints WHERE board = $1::uuid AND (${POSITION}) NOT IN (SELECT ${POSITION} FROM checkpoint)
    )
    INSERT INTO ranking_checkpoints (board, ${POSITION}, entries)
    SELECT $1::uuid, ${POSITION},
      coalesce(lead(number) OVER (ORDER BY number), (SELECT count(*) FROM ${table} WHERE ${isOnBoard})) - number
    FROM checkpoint
    ON CONFLICT (board, ${POSITION}) DO UPDATE SET entries = excluded.entries`);
}

/** Deletes moves that were logged while the checkpoints of their board were dropped. */
export const DELETE_ORPHANED_MOVES = sql(`
  DELETE FROM ranking_moves WHERE NOT EXISTS (SELECT FROM ranked_boards WHERE ranked_boards.board = ranking_moves.board)`);
