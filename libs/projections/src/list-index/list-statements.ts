import { sql, type Statement } from '#libs/database';
import { type OrderedList, PLACE, placeOf } from './ordered-list.js';

/** Entries from one anchor to the next. */
const STEP = 1_000;

/** Most entries that are walked to set anchors in one statement. */
const WALK = 20 * STEP;

/** Transactions whose changes are folded in one statement. */
const FOLD = 500;

/** SQL of whether changes of a subject's list are to be logged. */
export function isIndexed(list: OrderedList, subject: string): string {
  return `EXISTS (SELECT FROM indexed_lists WHERE indexed_lists.list = '${list.name}' AND indexed_lists.subject = ${subject})`;
}

/** SQL that logs the changes in a relation (subject, place, delta): 1 for an entry that is there now, -1 for one that was. */
export function logChanges(list: OrderedList, relation: string): string {
  return `INSERT INTO list_changes (list, id, subjects, keys1, keys2, keys3, entry_ids, deltas)
    SELECT '${list.name}', gen_random_uuid(), array_agg(subject), array_agg(key1), array_agg(key2), array_agg(key3), array_agg(entry_id), array_agg(delta)
    FROM (
      SELECT subject, ${PLACE}, sum(delta)::smallint AS delta, (row_number() OVER () - 1) / 100 AS part
      FROM ${relation} GROUP BY subject, ${PLACE} HAVING sum(delta) <> 0
    ) AS change GROUP BY part`;
}

/**
 * The statements that keep the anchors of a list, and read by them. One thing holds in every snapshot: the entries of a list from
 * one anchor to the next are as many as the anchor counts, and the changes between the two that are logged and not yet folded.
 */
export interface ListStatements {
  /** $1 subject, $2 entries before the page, $3 its size. No rows where the list has no anchors. */
  page(columns: string): Statement;
  /** The same without anchors: reads all that comes before the page. */
  pageByOffset(columns: string): Statement;
  /** $1 subject, $2 ids of entries, $3 delta: logs that they were added, or are about to be removed. */
  readonly log: Statement;
  /** $1 subject, $2 entries: has the changes of a list logged that is longer than that. One that is gone is not. */
  readonly register: Statement;
  /** $1 subject: sets the first anchor, before all entries. */
  readonly begin: Statement;
  /** Adds logged changes to the anchors. Returns the anchors that count too much now, and whether changes are left. */
  readonly fold: Statement;
  /** $1 subject, $2 to $5 place of an anchor: sets anchors behind it. Returns the last of them, if it counts too much. */
  readonly split: Statement;
  /** The anchors that count too much. */
  readonly large: Statement;
  /** Gives what anchors with few entries count to those before them. */
  readonly merge: Statement;
  /** $1 subject: how many entries the anchors and the unfolded changes count, how many there are, and how many anchors are wrong. */
  readonly compare: Statement;
}

export function statementsOf(list: OrderedList): ListStatements {
  const { table, order, backwards, placeOrder, placesBackwards } = list;
  const ofList = `list = '${list.name}'`;
  const logged = `list_changes CROSS JOIN LATERAL unnest(subjects, keys1, keys2, keys3, entry_ids, deltas)
      AS change (subject, ${PLACE}, delta)`;
  /** Changes of the subject $1 that are not folded. */
  const unfolded = `SELECT change.* FROM ${logged} WHERE ${ofList} AND change.subject = $1::uuid`;
  const isFirst = `(${PLACE}) = (SELECT ${PLACE} FROM (SELECT ${list.beginning}) AS beginning)`;

  return {
    page: (columns) =>
      sql(`
      WITH place AS (
        SELECT anchor.*, before + coalesce((
          SELECT sum(delta) FROM (${unfolded}) AS change WHERE ${list.isBefore('change', 'anchor')}), 0)::bigint AS at
        FROM (
          SELECT ${PLACE}, (sum(entries) OVER (ORDER BY ${placeOrder}))::bigint - entries AS before
          FROM list_anchors WHERE ${ofList} AND subject = $1::uuid
        ) AS anchor
        WHERE before <= $2::bigint OR ${isFirst} ORDER BY ${placesBackwards} LIMIT 1
      )
      SELECT ${columns} FROM place CROSS JOIN LATERAL (
        (SELECT ${list.id} AS entry_id FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsBefore('place')}
          ORDER BY ${backwards} LIMIT greatest(0, place.at - $2::bigint))
        UNION ALL
        (SELECT ${list.id} FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsFrom('place')}
          ORDER BY ${order} LIMIT $3::bigint OFFSET greatest(0, $2::bigint - place.at))
      ) AS entry
      CROSS JOIN LATERAL (
        SELECT * FROM ${table} WHERE ${list.isOf('$1::uuid')} AND ${list.id} = entry.entry_id LIMIT 1
      ) AS ${table}
      ORDER BY ${order} LIMIT $3::bigint`),

    pageByOffset: (columns) =>
      sql(`
      SELECT ${columns} FROM ${table} WHERE $1::uuid IS NOT NULL AND ${list.isOf('$1::uuid')}
      ORDER BY ${order} LIMIT $3::bigint OFFSET $2::bigint`),

    log: sql(`
      WITH moved AS (
        SELECT $1::uuid AS subject, ${list.place}, $3::smallint AS delta FROM ${table}
        WHERE ${list.isOf('$1::uuid')} AND ${list.id} = ANY ($2::uuid[]) AND ${isIndexed(list, '$1::uuid')}
      )
      ${logChanges(list, 'moved')}`),

    register: sql(`
      INSERT INTO indexed_lists (list, subject)
      SELECT '${list.name}', $1::uuid
      WHERE EXISTS (SELECT FROM ${table} WHERE ${list.isOf('$1::uuid')} OFFSET $2::bigint) AND NOT ${list.unless}
      ON CONFLICT DO NOTHING`),

    begin: sql(`
      INSERT INTO list_anchors (list, subject, ${PLACE}, entries)
      SELECT list, subject, ${list.beginning}, (SELECT count(*) FROM ${table} WHERE ${list.isOf('$1::uuid')})
        - coalesce((SELECT sum(delta) FROM (${unfolded}) AS change), 0)
      FROM indexed_lists WHERE ${ofList} AND subject = $1::uuid
      ON CONFLICT DO NOTHING RETURNING *`),

    fold: sql(`
      WITH taken AS (
        DELETE FROM list_changes WHERE ${ofList} AND (logged_at, id) IN (
          SELECT logged_at, id FROM list_changes WHERE ${ofList} ORDER BY logged_at, id LIMIT ${FOLD})
        RETURNING *
      ), folded AS (
        SELECT anchor.subject, ${placeOf('anchor')}, sum(delta) AS delta
        FROM ${logged.replace('list_changes', 'taken AS list_changes')} CROSS JOIN LATERAL (
          SELECT * FROM list_anchors AS anchor
          WHERE ${ofList} AND anchor.subject = change.subject AND ${list.isFrom('change', 'anchor')}
          ORDER BY ${placesBackwards} LIMIT 1
        ) AS anchor
        GROUP BY anchor.subject, ${placeOf('anchor')}
      ), changed AS (
        UPDATE list_anchors AS anchor SET entries = anchor.entries + folded.delta FROM folded
        WHERE ${ofList} AND anchor.subject = folded.subject
          AND (${placeOf('anchor')}) = (${placeOf('folded')})
        RETURNING anchor.*
      )
      SELECT taken.count = ${FOLD} AS "isMoreLeft", changed.*
      FROM (SELECT count(*) FROM taken) AS taken LEFT JOIN changed ON entries > ${2 * STEP}`),

    split: sql(`
      WITH anchor AS (
        SELECT * FROM list_anchors WHERE ${ofList} AND subject = $1::uuid AND (${PLACE}) = ($2::bigint, $3::bigint, $4::bigint, $5::uuid)
      ), next AS (
        SELECT ${placeOf('other')} FROM list_anchors AS other, anchor
        WHERE other.list = anchor.list AND other.subject = anchor.subject AND ${list.isBefore('anchor', 'other')}
        UNION ALL SELECT ${list.end}
        ORDER BY ${placeOrder} LIMIT 1
      ), walked AS (
        SELECT ${PLACE}, row_number() OVER (ORDER BY ${placeOrder}) - 1 AS number FROM (
          SELECT entry.* FROM anchor, next, LATERAL (
            SELECT ${list.place} FROM ${table}
            WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsFrom('anchor')} AND ${list.rowIsBefore('next')}
            ORDER BY ${order} LIMIT ${WALK}
          ) AS entry
        ) AS entry
      ), starts AS (
        SELECT walked.*, number - coalesce((
          SELECT sum(delta) FROM (${unfolded}) AS change
          WHERE ${list.isFrom('change', 'anchor')} AND ${list.isBefore('change', 'walked')}), 0) AS before
        FROM walked, anchor
        WHERE number > 0 AND number % ${STEP} = 0 AND number <= (SELECT max(number) FROM walked) - ${STEP / 2}
      ), added AS (
        INSERT INTO list_anchors (list, subject, ${PLACE}, entries)
        SELECT '${list.name}', $1::uuid, ${placeOf('starts')},
          coalesce(lead(starts.before) OVER (ORDER BY number), anchor.entries) - starts.before
        FROM starts, anchor RETURNING *
      ), shortened AS (
        UPDATE list_anchors SET entries = first.before FROM (SELECT before FROM starts ORDER BY number LIMIT 1) AS first
        WHERE ${ofList} AND subject = $1::uuid AND (${PLACE}) = ($2::bigint, $3::bigint, $4::bigint, $5::uuid)
      )
      SELECT * FROM (SELECT * FROM added ORDER BY ${placesBackwards} LIMIT 1) AS last WHERE entries > ${2 * STEP}`),

    large: sql(`SELECT subject, ${PLACE} FROM list_anchors WHERE ${ofList} AND entries > ${2 * STEP}`),

    merge: sql(`
      WITH small AS (
        DELETE FROM list_anchors WHERE ${ofList} AND entries < ${STEP / 4} AND NOT ${isFirst} RETURNING *
      ), kept AS (
        SELECT previous.*, sum(small.entries) AS more FROM small CROSS JOIN LATERAL (
          SELECT subject, ${PLACE} FROM list_anchors AS anchor
          WHERE ${ofList} AND anchor.subject = small.subject AND (entries >= ${STEP / 4} OR ${isFirst})
            AND ${list.isBefore('anchor', 'small')}
          ORDER BY ${placesBackwards} LIMIT 1
        ) AS previous GROUP BY previous.subject, ${placeOf('previous')}
      )
      UPDATE list_anchors AS anchor SET entries = anchor.entries + kept.more FROM kept
      WHERE ${ofList} AND anchor.subject = kept.subject
        AND (${placeOf('anchor')}) = (${placeOf('kept')})`),

    compare: sql(`
      WITH anchor AS MATERIALIZED (
        SELECT *, ${isFirst} AS is_first FROM list_anchors WHERE ${ofList} AND subject = $1::uuid
      ), unfolded AS (
        SELECT ${placeOf('anchor')}, sum(delta) AS delta FROM (${unfolded}) AS change CROSS JOIN LATERAL (
          SELECT ${PLACE} FROM list_anchors AS anchor
          WHERE ${ofList} AND subject = $1::uuid AND ${list.isFrom('change', 'anchor')} ORDER BY ${placesBackwards} LIMIT 1
        ) AS anchor GROUP BY ${placeOf('anchor')}
      ), counted AS (
        SELECT anchor.is_first, anchor.entries + coalesce(unfolded.delta, 0) AS kept, actual.entries AS actual
        FROM anchor LEFT JOIN unfolded USING (${PLACE}) CROSS JOIN LATERAL (
          SELECT ${placeOf('other')} FROM list_anchors AS other
          WHERE ${ofList} AND other.subject = $1::uuid AND ${list.isBefore('anchor', 'other')}
          UNION ALL SELECT ${list.end}
          ORDER BY ${placeOrder} LIMIT 1
        ) AS next CROSS JOIN LATERAL (
          SELECT count(*) AS entries FROM ${table}
          WHERE ${list.isOf('$1::uuid')} AND ${list.rowIsFrom('anchor')} AND ${list.rowIsBefore('next')}
        ) AS actual
      )
      SELECT sum(kept)::float8 AS kept, sum(actual)::float8 AS actual, count(*) FILTER (WHERE kept <> actual)::integer AS wrong,
        coalesce(bool_or(is_first), false) AS "hasFirst"
      FROM counted HAVING count(*) > 0`),
  };
}
