import { sql, type Statement } from '#libs/database';
import { logMoves } from './log-moves.js';
import { NEAR, type OrderedList, POSITION, positionOf } from './ordered-list.js';

/** Entries from one checkpoint to the next. */
const STEP = 1_000;

/** Most entries that one statement reads to add checkpoints. */
const SPLIT_LIMIT = 20 * STEP;

/** Transactions whose changes one statement compacts. */
const COMPACT_BATCH = 500;

/**
 * The statements that maintain the checkpoints of a list and read pages by them. In every snapshot, the number of entries from one
 * checkpoint to the next is the checkpoint's count plus the pending changes between the two: those that are logged and not compacted.
 */
export interface IndexStatements {
  /** $1 subject, $2 entries before the page, $3 its size. No rows if the list has no checkpoints. */
  page(columns: string): Statement;
  /** The same without checkpoints: reads all entries before the page. */
  pageByOffset(columns: string): Statement;
  /**
   * $1 subject, $2 id of an entry, $3 number of neighbours: the entry with up to so many before and after it, in order. `before` is the
   * number of entries before $2. No rows if there is no such entry. Without checkpoints it counts all entries before it: few by the
   * index, many faster by the table.
   */
  around(columns: string, by: 'index' | 'table'): Statement;
  /** $1 subject, $2 id of an entry: one row if it is far from the beginning of a list without checkpoints. */
  readonly isFarWithoutIndex: Statement;
  /** $1 rows of the table as JSON: logs that they were added or removed. */
  readonly logAdded: Statement;
  readonly logRemoved: Statement;
  /** $1 subject, $2 entries: starts logging the changes of a list that is longer than that. */
  readonly register: Statement;
  /** $1 subject: adds the first checkpoint, before all entries. */
  readonly begin: Statement;
  /** Adds logged changes to the checkpoints. Returns the checkpoints that now count too many entries, and whether changes are left. */
  readonly compact: Statement;
  /** $1 subject, $2 to $5 position of a checkpoint: adds checkpoints after it. Returns the last of them if it counts too many entries. */
  readonly split: Statement;
  /** The checkpoints that count too many entries. */
  readonly large: Statement;
  /** Merges checkpoints that count few entries into those before them. */
  readonly merge: Statement;
  /** $1 subject: how many entries checkpoints and pending changes count, how many there are, and how many checkpoints are wrong. */
  readonly compare: Statement;
}

export function statementsOf(list: OrderedList): IndexStatements {
  const { table, order, backwards, positionOrder, positionsBackwards } = list;
  const ofList = `list = '${list.name}'`;
  const logged = `list_changes CROSS JOIN LATERAL unnest(subjects, keys1, keys2, keys3, entry_ids, deltas)
      AS change (subject, ${POSITION}, delta)`;
  /** Changes of the subject $1 that are logged and not compacted. */
  const pending = `SELECT change.* FROM ${logged} WHERE ${ofList} AND change.subject = $1::uuid`;
  const given = `json_populate_recordset(NULL::${table}, $1::json)`;
  const entry = `SELECT ${list.position} FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.id} = $2::uuid`;
  const isFirst = `(${POSITION}) = (SELECT ${POSITION} FROM (SELECT ${list.beginning}) AS beginning)`;

  return {
    page: (columns) =>
      sql(`
      WITH nearest AS (
        SELECT checkpoint.*, before + coalesce((
          SELECT sum(delta) FROM (${pending}) AS change WHERE ${list.isBefore('change', 'checkpoint')}), 0)::bigint AS at
        FROM (
          SELECT ${POSITION}, (sum(entries) OVER (ORDER BY ${positionOrder}))::bigint - entries AS before
          FROM list_anchors WHERE ${ofList} AND subject = $1::uuid
        ) AS checkpoint
        WHERE before <= $2::bigint OR ${isFirst} ORDER BY ${positionsBackwards} LIMIT 1
      )
      SELECT ${columns} FROM nearest CROSS JOIN LATERAL (
        (SELECT ${list.id} AS entry_id FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsBefore('nearest')}
          ORDER BY ${backwards} LIMIT greatest(0, nearest.at - $2::bigint))
        UNION ALL
        (SELECT ${list.id} FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsFrom('nearest')}
          ORDER BY ${order} LIMIT $3::bigint OFFSET greatest(0, $2::bigint - nearest.at))
      ) AS entry
      CROSS JOIN LATERAL (
        SELECT * FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.id} = entry.entry_id LIMIT 1
      ) AS ${table}
      ORDER BY ${order} LIMIT $3::bigint`),

    // The count by the index has a limit that is never reached: because of it the planner reads the index in its order.
    around: (columns, by) =>
      sql(`
      WITH entry AS MATERIALIZED (${entry}), nearest AS (
        SELECT checkpoint.*, before + coalesce((
          SELECT sum(delta) FROM (${pending}) AS change WHERE ${list.isBefore('change', 'checkpoint')}), 0)::bigint AS at
        FROM (
          SELECT ${POSITION}, (sum(entries) OVER (ORDER BY ${positionOrder}))::bigint - entries AS before, true AS is_counted
          FROM list_anchors WHERE ${ofList} AND subject = $1::uuid
          UNION ALL SELECT ${list.beginning}, 0, false
        ) AS checkpoint, entry
        WHERE ${list.isFrom('entry', 'checkpoint')} ORDER BY ${positionsBackwards}, is_counted DESC LIMIT 1
      )
      SELECT ${columns}, nearest.at + counted.entries AS before FROM entry CROSS JOIN nearest CROSS JOIN LATERAL (
        SELECT count(*) AS entries FROM (
          SELECT FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsFrom('nearest')} AND ${list.rowIsBefore('entry')}
          ${by === 'index' ? `ORDER BY ${order} LIMIT nearest.at + 9000000000000000` : ''}
        ) AS earlier
      ) AS counted CROSS JOIN LATERAL (
        (SELECT ${list.id} AS found_id FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsBefore('entry')}
          ORDER BY ${backwards} LIMIT $3::bigint)
        UNION ALL
        (SELECT ${list.id} FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsFrom('entry')}
          ORDER BY ${order} LIMIT $3::bigint + 1)
      ) AS found CROSS JOIN LATERAL (
        SELECT * FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.id} = found.found_id LIMIT 1
      ) AS ${table}
      ORDER BY ${order}`),

    isFarWithoutIndex: sql(`
      WITH entry AS MATERIALIZED (${entry})
      SELECT FROM entry CROSS JOIN LATERAL (
        SELECT FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsBefore('entry')}
        ORDER BY ${backwards} LIMIT 1 OFFSET ${NEAR}
      ) AS earlier
      WHERE NOT EXISTS (SELECT FROM list_anchors WHERE ${ofList} AND subject = $1::uuid)`),

    pageByOffset: (columns) =>
      sql(`
      SELECT ${columns} FROM ${table} WHERE $1::uuid IS NOT NULL AND ${list.isOf('$1::uuid')}
      ORDER BY ${order} LIMIT $3::bigint OFFSET $2::bigint`),

    logAdded: sql(logMoves(list, { to: given })),
    logRemoved: sql(logMoves(list, { from: given })),

    register: sql(`
      INSERT INTO indexed_lists (list, subject)
      SELECT '${list.name}', $1::uuid
      WHERE EXISTS (SELECT FROM ${table} WHERE ${list.isOf('$1::uuid')} OFFSET $2::bigint) AND NOT ${list.unless}
      ON CONFLICT DO NOTHING`),

    begin: sql(`
      INSERT INTO list_anchors (list, subject, ${POSITION}, entries)
      SELECT list, subject, ${list.beginning}, (SELECT count(*) FROM ${table} WHERE ${list.isOf('$1::uuid')})
        - coalesce((SELECT sum(delta) FROM (${pending}) AS change), 0)
      FROM indexed_lists WHERE ${ofList} AND subject = $1::uuid
      ON CONFLICT DO NOTHING RETURNING *`),

    compact: sql(`
      WITH taken AS (
        DELETE FROM list_changes WHERE ${ofList} AND (logged_at, id) IN (
          SELECT logged_at, id FROM list_changes WHERE ${ofList} ORDER BY logged_at, id LIMIT ${COMPACT_BATCH})
        RETURNING *
      ), compacted AS (
        SELECT checkpoint.subject, ${positionOf('checkpoint')}, sum(delta) AS delta
        FROM ${logged.replace('list_changes', 'taken AS list_changes')} CROSS JOIN LATERAL (
          SELECT * FROM list_anchors AS checkpoint
          WHERE ${ofList} AND checkpoint.subject = change.subject AND ${list.isFrom('change', 'checkpoint')}
          ORDER BY ${positionsBackwards} LIMIT 1
        ) AS checkpoint
        GROUP BY checkpoint.subject, ${positionOf('checkpoint')}
      ), changed AS (
        UPDATE list_anchors AS checkpoint SET entries = checkpoint.entries + compacted.delta FROM compacted
        WHERE ${ofList} AND checkpoint.subject = compacted.subject
          AND (${positionOf('checkpoint')}) = (${positionOf('compacted')})
        RETURNING checkpoint.*
      )
      SELECT taken.count = ${COMPACT_BATCH} AS "isMoreLeft", changed.*
      FROM (SELECT count(*) FROM taken) AS taken LEFT JOIN changed ON entries > ${2 * STEP}`),

    split: sql(`
      WITH checkpoint AS (
        SELECT * FROM list_anchors WHERE ${ofList} AND subject = $1::uuid AND (${POSITION}) = ($2::bigint, $3::bigint, $4::bigint, $5::uuid)
      ), next AS (
        SELECT ${positionOf('other')} FROM list_anchors AS other, checkpoint
        WHERE other.list = checkpoint.list AND other.subject = checkpoint.subject AND ${list.isBefore('checkpoint', 'other')}
        UNION ALL SELECT ${list.end}
        ORDER BY ${positionOrder} LIMIT 1
      ), walked AS (
        SELECT ${POSITION}, row_number() OVER (ORDER BY ${positionOrder}) - 1 AS number FROM (
          SELECT entry.* FROM checkpoint, next, LATERAL (
            SELECT ${list.position} FROM ${table}
            WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsFrom('checkpoint')} AND ${list.rowIsBefore('next')}
            ORDER BY ${order} LIMIT ${SPLIT_LIMIT}
          ) AS entry
        ) AS entry
      ), starts AS (
        SELECT walked.*, number - coalesce((
          SELECT sum(delta) FROM (${pending}) AS change
          WHERE ${list.isFrom('change', 'checkpoint')} AND ${list.isBefore('change', 'walked')}), 0) AS before
        FROM walked, checkpoint
        WHERE number > 0 AND number % ${STEP} = 0 AND number <= (SELECT max(number) FROM walked) - ${STEP / 2}
      ), added AS (
        INSERT INTO list_anchors (list, subject, ${POSITION}, entries)
        SELECT '${list.name}', $1::uuid, ${positionOf('starts')},
          coalesce(lead(starts.before) OVER (ORDER BY number), checkpoint.entries) - starts.before
        FROM starts, checkpoint RETURNING *
      ), shortened AS (
        UPDATE list_anchors SET entries = first.before FROM (SELECT before FROM starts ORDER BY number LIMIT 1) AS first
        WHERE ${ofList} AND subject = $1::uuid AND (${POSITION}) = ($2::bigint, $3::bigint, $4::bigint, $5::uuid)
      )
      SELECT * FROM (SELECT * FROM added ORDER BY ${positionsBackwards} LIMIT 1) AS last WHERE entries > ${2 * STEP}`),

    large: sql(`SELECT subject, ${POSITION} FROM list_anchors WHERE ${ofList} AND entries > ${2 * STEP}`),

    merge: sql(`
      WITH small AS (
        DELETE FROM list_anchors WHERE ${ofList} AND entries < ${STEP / 4} AND NOT ${isFirst} RETURNING *
      ), merged AS (
        SELECT previous.*, sum(small.entries) AS more FROM small CROSS JOIN LATERAL (
          SELECT subject, ${POSITION} FROM list_anchors AS checkpoint
          WHERE ${ofList} AND checkpoint.subject = small.subject AND (entries >= ${STEP / 4} OR ${isFirst})
            AND ${list.isBefore('checkpoint', 'small')}
          ORDER BY ${positionsBackwards} LIMIT 1
        ) AS previous GROUP BY previous.subject, ${positionOf('previous')}
      )
      UPDATE list_anchors AS checkpoint SET entries = checkpoint.entries + merged.more FROM merged
      WHERE ${ofList} AND checkpoint.subject = merged.subject
        AND (${positionOf('checkpoint')}) = (${positionOf('merged')})`),

    compare: sql(`
      WITH checkpoint AS MATERIALIZED (
        SELECT *, ${isFirst} AS is_first FROM list_anchors WHERE ${ofList} AND subject = $1::uuid
      ), pending AS (
        SELECT ${positionOf('checkpoint')}, sum(delta) AS delta FROM (${pending}) AS change CROSS JOIN LATERAL (
          SELECT ${POSITION} FROM list_anchors AS checkpoint
          WHERE ${ofList} AND subject = $1::uuid AND ${list.isFrom('change', 'checkpoint')} ORDER BY ${positionsBackwards} LIMIT 1
        ) AS checkpoint GROUP BY ${positionOf('checkpoint')}
      ), compared AS (
        SELECT checkpoint.is_first, checkpoint.entries + coalesce(pending.delta, 0) AS counted, actual.entries AS actual
        FROM checkpoint LEFT JOIN pending USING (${POSITION}) CROSS JOIN LATERAL (
          SELECT ${positionOf('other')} FROM list_anchors AS other
          WHERE ${ofList} AND other.subject = $1::uuid AND ${list.isBefore('checkpoint', 'other')}
          UNION ALL SELECT ${list.end}
          ORDER BY ${positionOrder} LIMIT 1
        ) AS next CROSS JOIN LATERAL (
          SELECT count(*) AS entries FROM ${table}
          WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsFrom('checkpoint')} AND ${list.rowIsBefore('next')}
        ) AS actual
      )
      SELECT sum(counted)::float8 AS counted, sum(actual)::float8 AS actual, count(*) FILTER (WHERE counted <> actual)::integer AS wrong,
        coalesce(bool_or(is_first), false) AS "hasFirst"
      FROM compared HAVING count(*) > 0`),
  };
}
