// Statements that search the attempts at a quiz.
import { sql, type Statement, unpreparedSql } from '#libs/database';
import { type Cursor, cursorFrom, cursorUpTo, textKey } from '#libs/http';
import { hasTag } from '#libs/profiles';
import { NIL } from 'uuid';
import type { AttemptFilter, AttemptOrder } from './attempt-filter.js';
import { listColumns } from './attempt-row.js';

const COLUMNS = listColumns(undefined);

/** About as many of the newest attempts in the range of time are sorted by score or time taken, at most. */
const MAX_SORTED = 100_000;

/** The columns that no index sorts by: one would add up to 80 % to the write-ahead log of a submission. */
const VALUES = { percentage: 'basis_points', totalTimeMs: 'total_time_ms' };

/**
 * When the newest attempt beyond those that are sorted was completed. Parameters: quiz, range of time, key of a tag.
 * @param tagged SQL: a condition on the users
 */
const beyondSorted = (tagged: string) => `
  SELECT completed_at AS "completedAt" FROM attempts
  WHERE quiz_id = $1 AND completed_at >= $2 AND completed_at < $3 AND ${tagged}
  ORDER BY completed_at DESC, id DESC OFFSET ${MAX_SORTED} LIMIT 1`;

export const BEYOND_SORTED = sql(beyondSorted('true'));
export const BEYOND_SORTED_OF_TAG = unpreparedSql(beyondSorted(hasTag('user_id', '$4')));

/** Reads attempts at a quiz by filters and in an order, after the attempt of a cursor. */
export function searchStatement(
  quizId: string,
  { userId, tag, passed, timedOut, voided, from, to }: AttemptFilter,
  cursor: Cursor | undefined,
  limit: number,
  { sort, order }: AttemptOrder,
): { statement: Statement; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const position = (at: Cursor | undefined, otherwise: string) =>
    `(${add(at?.at ?? otherwise, 'timestamptz')}, ${add(at?.id ?? NIL, 'uuid')})`;
  const toStatement = tag === undefined ? sql : unpreparedSql;
  const isByTime = sort === 'completedAt';
  const start = cursorFrom(from, isByTime && order === 'asc' ? cursor : undefined);
  const end = cursorUpTo(to, isByTime && order === 'desc' ? cursor : undefined);
  const quiz = add(quizId, 'uuid');
  const user = userId === undefined ? '' : `AND user_id = ${add(userId, 'uuid')}`;
  const tagged = tag === undefined ? '' : `AND ${hasTag('user_id', add(textKey(tag), 'text'))}`;
  const outcomes = [passed, timedOut].map((wanted) =>
    add(wanted === undefined ? [true, false] : [wanted], 'boolean[]'),
  );
  const [isPassed, isTimedOut] = outcomes;
  const unlessVoided = voided === false ? 'AND voided_at IS NULL' : '';
  const range = `(completed_at, id) > ${position(start, '-infinity')} AND (completed_at, id) < ${position(end, 'infinity')}`;
  const count = add(limit, 'integer');
  if (isByTime && userId === undefined && voided !== true) {
    // Each outcome is a range of one index: reading one skips no rows of another.
    const statement = toStatement(`
      SELECT part.* FROM unnest(${isPassed}) AS is_passed CROSS JOIN unnest(${isTimedOut}) AS is_timed_out
      CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM attempts
        WHERE quiz_id = ${quiz} ${tagged} AND passed = is_passed AND timed_out = is_timed_out ${unlessVoided} AND ${range}
        ORDER BY completed_at ${order}, id ${order} LIMIT ${count}
      ) AS part
      ORDER BY "completedAt" ${order}, "attemptId" ${order} LIMIT ${count}`);
    return { statement, values };
  }
  const attempts = `quiz_id = ${quiz} ${user} ${tagged} AND ${range}`;
  const outcome = `passed = ANY (${isPassed}) AND timed_out = ANY (${isTimedOut}) ${unlessVoided}`;
  // Voided attempts are few, and no index has them by time.
  const [withVoided, table] =
    voided === true
      ? [
          `WITH voided AS MATERIALIZED (SELECT * FROM attempts WHERE quiz_id = ${quiz} AND voided_at IS NOT NULL)`,
          'voided',
        ]
      : ['', 'attempts'];
  if (isByTime) {
    const statement = toStatement(`
      ${withVoided} SELECT ${COLUMNS} FROM ${table} WHERE ${attempts} AND ${outcome}
      ORDER BY completed_at ${order}, id ${order} LIMIT ${count}`);
    return { statement, values };
  }
  const column = VALUES[sort];
  const after =
    cursor === undefined
      ? 'true'
      : `(${column}, id) ${order === 'asc' ? '>' : '<'} (${add(cursor.value, 'bigint')}, ${add(cursor.id, 'uuid')})`;
  const statement = toStatement(`
    ${withVoided} SELECT ${COLUMNS} FROM (
      SELECT * FROM ${table} WHERE ${attempts} ORDER BY completed_at DESC, id DESC LIMIT ${MAX_SORTED}
    ) AS newest
    WHERE ${outcome} AND ${after} ORDER BY ${column} ${order}, id ${order} LIMIT ${count}`);
  return { statement, values };
}
