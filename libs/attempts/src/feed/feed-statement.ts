// The statement that reads changes of attempts in their order.
import { sql, type Statement, unpreparedSql } from '#libs/database';
import type { AttemptRow } from '../attempt-row.js';
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

/** Which part of the changes to read: those after a position and before the horizon. */
export interface FeedRange {
  after: FeedPosition;
  horizon: string;
  limit: number;
}

/**
 * Changes that a page with filters looks at, at most; a page without filters looks at those that it returns. If users have no more
 * attempts, they are a source of their own, else a filter.
 */
const MAX_SCANNED = 10_000;

/**
 * Whether users have so many attempts that a page cannot look at all of them. Parameters: their ids, and the reader, whose own attempts or
 * those of whose players count; null for all. Nobody else learns how many there are.
 */
export const HAVE_MANY = sql(`
  SELECT count(*) FILTER (WHERE $2::uuid IS NULL OR user_id = $2 OR application_id = $2) > ${MAX_SCANNED} AS "haveMany"
  FROM (
    SELECT user_id, application_id FROM attempts WHERE user_id = ANY ($1::uuid[]) LIMIT ${MAX_SCANNED + 1}) AS found`);

/** A change of an attempt. */
export interface ChangeId extends FeedPosition {
  quizId: string;
}

const changeIdOf = (table: string) => `CASE WHEN ${table}.id IS NOT NULL THEN
  jsonb_build_object('position', ${table}.change_position::text, 'quizId', ${table}.quiz_id, 'id', ${table}.id) END`;

/** A row of {@link feedStatement}: a change. Without changes there is one row. */
export interface FeedRow extends AttemptRow {
  /** Whether the statement looked at as many changes as it may. */
  isCutOff: boolean;
  /** The last change that it looked at. */
  last: ChangeId | null;
  change: ChangeId | null;
  /** Whether the reader has to forget the attempt: it was deleted, or does not match `passed`, as it may have done before. */
  isGone: boolean;
}

/**
 * Reads a range of the changes in their order: of all attempts, or of those that a reader made, or submitted for its players.
 * @param haveMany whether the users whose attempts are read have more than a page can look at
 * @param columns of the attempts
 */
export function feedStatement(
  reader: FeedReader | undefined,
  filter: FeedFilter,
  { after, horizon, limit }: FeedRange,
  haveMany: boolean,
  columns: string,
): { statement: Statement; values: unknown[] } {
  const { quizId, since, until, passed } = filter;
  const values: unknown[] = [];
  const add: Add = (value, type) => `$${values.push(value)}::${type}`;
  const position = `(${add(after.position, 'bigint')}, ${add(after.id, 'uuid')})`;
  const range = `(change_position, id) > ${position} AND change_position < ${add(horizon, 'bigint')}`;
  const { sources, rest } = sourcesOf(reader, filter, haveMany, add);
  const ofQuiz = quizId === undefined ? rest : `quiz_id = ${add(quizId, 'uuid')} AND ${rest}`;
  const isIncluded = [
    ofQuiz,
    since === undefined ? 'true' : `completed_at >= ${add(since, 'timestamptz')}`,
    until === undefined ? 'true' : `completed_at < ${add(until, 'timestamptz')}`,
    // `first_correct` is set once an attempt was regraded.
    passed === undefined ? 'true' : `(passed = ${add(passed, 'boolean')} OR first_correct IS NOT NULL)`,
  ].join(' AND ');
  const isGone = passed === undefined ? 'false' : `passed <> ${add(passed, 'boolean')}`;
  const isFiltered = haveMany || [quizId, since, until, passed].some((one) => one !== undefined);
  const size = add(limit, 'integer');
  const scanned = isFiltered ? add(Math.max(limit, MAX_SCANNED), 'integer') : size;
  const scan = `ORDER BY change_position, id LIMIT ${scanned}`;
  const changes = sources.flatMap(({ attempts, isOfUsers }) => [
    `(WITH source AS ${isOfUsers ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (
        SELECT change_position, id, quiz_id, ${isIncluded} AS is_included, ${isGone} AS is_gone
        FROM attempts WHERE ${range} AND ${attempts})
      SELECT * FROM source ${scan})`,
    `(SELECT change_position, id, quiz_id, ${ofQuiz}, true FROM deleted_attempts WHERE ${range} AND ${attempts} ${scan})`,
  ]);
  const statement = unpreparedSql(`
    WITH scanned AS MATERIALIZED (
      SELECT * FROM (${changes.join(' UNION ALL ')}) AS changes ${scan}
    ), page AS (
      SELECT * FROM scanned WHERE is_included ORDER BY change_position, id LIMIT ${size}
    ), last AS (
      SELECT * FROM scanned ORDER BY change_position DESC, id DESC LIMIT 1
    )
    SELECT scan.*, ${changeIdOf('last')} AS last, ${changeIdOf('page')} AS change, page.is_gone AS "isGone", attempt.*
    FROM (SELECT count(*) = ${scanned} AS "isCutOff" FROM scanned) AS scan
    LEFT JOIN last ON true LEFT JOIN page ON true
    LEFT JOIN LATERAL (SELECT ${columns} FROM attempts
      WHERE attempts.quiz_id = page.quiz_id AND attempts.id = page.id AND NOT page.is_gone) AS attempt ON true
    ORDER BY page.change_position, page.id`);
  return { statement, values };
}

type Add = (value: unknown, type: string) => string;

interface Source {
  /** SQL of attempts that one index finds. */
  attempts: string;
  /** Whether they are all attempts of some users. No index has those in the order of changes. */
  isOfUsers?: boolean;
}

/** What the reader may read, of some users only if the filter names them; `rest` is SQL of the condition that the sources leave out. */
function sourcesOf(
  reader: FeedReader | undefined,
  { userIds }: FeedFilter,
  haveMany: boolean,
  add: Add,
): { sources: Source[]; rest: string } {
  const own = reader === undefined ? 'true' : `user_id = ${add(reader.userId, 'uuid')}`;
  const ofPlayers = reader?.hasPlayers === true ? `application_id = ${add(reader.userId, 'uuid')}` : 'false';
  const readable = `(${own} OR ${ofPlayers}) AND ${userIds === undefined ? 'true' : `user_id = ANY (${add(userIds, 'uuid[]')})`}`;
  if (haveMany || (reader === undefined && userIds === undefined))
    return { sources: [{ attempts: 'true' }], rest: readable };
  const sources = [{ attempts: userIds === undefined ? own : readable, isOfUsers: true }];
  if (userIds === undefined && reader?.hasPlayers === true)
    sources.push({ attempts: `${ofPlayers} AND NOT ${own}`, isOfUsers: false });
  return { sources, rest: 'true' };
}
