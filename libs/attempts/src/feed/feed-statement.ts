// The statement that reads changes of attempts in their order.
import { type Statement, unpreparedSql } from '#libs/database';
import { ATTEMPT_COLUMNS, type AttemptRow } from '../attempt-row.js';
import type { FeedPosition } from './feed-cursor.js';

/** Which changes to read; an absent filter does not apply. */
export interface FeedFilter {
  quizId?: string | undefined;
  userIds?: readonly string[] | undefined;
  /** Attempts completed at this time or later. */
  since?: string | undefined;
  /** Attempts completed before this time. */
  until?: string | undefined;
  passed?: boolean | undefined;
}

/** A user who reads their own attempts, and those that they submitted for their players. */
export interface FeedReader {
  userId: string;
  hasPlayers: boolean;
}

/** Changes that a page with filters looks at, at most. Without filters it looks at those that it returns. */
const MAX_SCANNED = 10_000;

/**
 * SQL of what makes this database differ from every other one, restored ones too: cluster, timeline of the write-ahead log, database,
 * and table.
 */
export const IDENTITY = `md5(concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8), (SELECT oid FROM pg_database WHERE datname = current_database()),
  'attempts'::regclass::oid))`;

const positionOf = (table: string) => `CASE WHEN ${table}.id IS NOT NULL THEN
  jsonb_build_object('position', ${table}.change_position::text, 'quizId', ${table}.quiz_id, 'id', ${table}.id) END`;

/** A row of {@link feedStatement}: the state of the database, and a change. Without changes there is one row, with the state. */
export interface FeedRow extends AttemptRow {
  /** The database whose transaction ids are counted, and the one that was read. */
  database: string;
  identity: string;
  /** Whether the change that was read last, or a later one of the same attempt, is in this database. */
  isKnown: boolean;
  /** The time of the database. */
  at: Date;
  /** Whether it looked at as many changes as it may. */
  isCutOff: boolean;
  /** The last change that was looked at. */
  last: FeedPosition | null;
  change: FeedPosition | null;
  /** Whether the reader has to forget the attempt: it was deleted, or does not match `passed`, as it may have done before. */
  isGone: boolean;
}

/**
 * Reads changes after a position in their order: all of them, or those of attempts that a reader made, or submitted for its players.
 * It leaves out transactions that began after the oldest one in progress, because that one may still add a change before theirs.
 */
export function feedStatement(
  reader: FeedReader | undefined,
  { quizId, userIds, since, until, passed }: FeedFilter,
  after: FeedPosition,
  limit: number,
): { statement: Statement; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const position = add(after.position, 'bigint');
  const [quiz, id] = [add(after.quizId, 'uuid'), add(after.id, 'uuid')];
  const range = `(change_position, id) > (${position}, ${id}) AND change_position < (SELECT horizon FROM state)`;
  const ofUser = userIds === undefined ? 'true' : `user_id = ANY (${add(userIds, 'uuid[]')})`;
  const ofQuiz = quizId === undefined ? 'true' : `quiz_id = ${add(quizId, 'uuid')}`;
  const isIncluded = [
    ofQuiz,
    since === undefined ? 'true' : `completed_at >= ${add(since, 'timestamptz')}`,
    until === undefined ? 'true' : `completed_at < ${add(until, 'timestamptz')}`,
    // `first_correct` is set once an attempt was regraded.
    passed === undefined ? 'true' : `(passed = ${add(passed, 'boolean')} OR first_correct IS NOT NULL)`,
  ].join(' AND ');
  const isGone = passed === undefined ? 'false' : `passed <> ${add(passed, 'boolean')}`;
  const isFiltered = [quizId, since, until, passed].some((filter) => filter !== undefined);
  const size = add(limit, 'integer');
  const scanned = isFiltered ? add(Math.max(limit, MAX_SCANNED), 'integer') : size;
  const scan = `ORDER BY change_position, id LIMIT ${scanned}`;
  const changes = rangesOf(reader, add).flatMap((isReadable) => [
    `(SELECT change_position, id, quiz_id, ${isIncluded} AS is_included, ${isGone} AS is_gone
      FROM attempts WHERE ${range} AND ${isReadable} AND ${ofUser} ${scan})`,
    `(SELECT change_position, id, quiz_id, ${ofQuiz}, true
      FROM deleted_attempts WHERE ${range} AND ${isReadable} AND ${ofUser} ${scan})`,
  ]);
  const statement = unpreparedSql(`
    WITH state AS (
      SELECT database, ${IDENTITY} AS identity, base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon,
        ${position} < 0 OR EXISTS (SELECT FROM attempts WHERE quiz_id = ${quiz} AND id = ${id} AND change_position >= ${position})
          OR EXISTS (SELECT FROM deleted_attempts WHERE quiz_id = ${quiz} AND id = ${id} AND change_position >= ${position}) AS is_known
      FROM change_positions
    ), scanned AS MATERIALIZED (
      SELECT * FROM (${changes.join(' UNION ALL ')}) AS changes ${scan}
    ), page AS (
      SELECT * FROM scanned WHERE is_included ORDER BY change_position, id LIMIT ${size}
    ), last AS (
      SELECT * FROM scanned ORDER BY change_position DESC, id DESC LIMIT 1
    )
    SELECT state.database, state.identity, state.is_known AS "isKnown", now() AS at,
      (SELECT count(*) FROM scanned) = ${scanned} AS "isCutOff", ${positionOf('last')} AS last, ${positionOf('page')} AS change, page.is_gone AS "isGone", attempt.*
    FROM state LEFT JOIN last ON true LEFT JOIN page ON true
    LEFT JOIN LATERAL (SELECT ${ATTEMPT_COLUMNS} FROM attempts
      WHERE attempts.quiz_id = page.quiz_id AND attempts.id = page.id AND NOT page.is_gone) AS attempt ON true
    ORDER BY page.change_position, page.id`);
  return { statement, values };
}

/** SQL of what a user may read. Each part is a range of an index. */
function rangesOf(reader: FeedReader | undefined, add: (value: unknown, type: string) => string): string[] {
  if (reader === undefined) return ['true'];
  const userId = add(reader.userId, 'uuid');
  const own = `user_id = ${userId}`;
  return reader.hasPlayers ? [own, `application_id = ${userId} AND user_id <> ${userId}`] : [own];
}
