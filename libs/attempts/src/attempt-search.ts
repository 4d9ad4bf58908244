// Statements that search the attempts at a quiz.
import { sql, type Statement, unpreparedSql } from '#libs/database';
import { type Cursor, cursorFrom, cursorUpTo, textKey } from '#libs/http';
import { hasTag } from '#libs/profiles';
import { NIL } from 'uuid';
import { type AttemptFilter, AttemptOrder } from './attempt-filter.js';
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

interface SearchStatement {
  statement: Statement;
  values: unknown[];
}

/** With a tag, the best plan depends on the number of its users. */
const statementFor = ({ tag }: AttemptFilter, text: string) => (tag === undefined ? sql : unpreparedSql)(text);

/** Reads attempts at a quiz by filters and in an order, after the attempt of a cursor. */
export function searchStatement(
  quizId: string,
  filter: AttemptFilter,
  cursor: Cursor | undefined,
  limit: number,
  order: AttemptOrder,
): SearchStatement {
  const { text, ordering, count, values } = search(COLUMNS, quizId, filter, cursor, limit, order);
  return { statement: statementFor(filter, `${text} ORDER BY ${ordering} LIMIT ${count}`), values };
}

/** Counts attempts at a quiz by filters, as `total`, up to a limit, and reads no further. */
export function countStatement(quizId: string, filter: AttemptFilter, limit: number): SearchStatement {
  const { text, count, values } = search('', quizId, filter, undefined, limit, new AttemptOrder());
  const statement = statementFor(filter, `SELECT count(*)::integer AS total FROM (${text} LIMIT ${count}) AS found`);
  return { statement, values };
}

interface Search {
  /** SQL that finds the attempts, in any order. */
  text: string;
  ordering: string;
  /** The parameter that limits them. */
  count: string;
  values: unknown[];
}

/** @param columns SQL of what is read of each attempt */
function search(
  columns: string,
  quizId: string,
  { userId, tag, passed, timedOut, voided, from, to }: AttemptFilter,
  cursor: Cursor | undefined,
  limit: number,
  { sort, order }: AttemptOrder,
): Search {
  const values: unknown[] = [];
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const position = (at: Cursor | undefined, otherwise: string) =>
    `(${add(at?.at ?? otherwise, 'timestamptz')}, ${add(at?.id ?? NIL, 'uuid')})`;
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
    const text = `
      SELECT part.* FROM unnest(${isPassed}) AS is_passed CROSS JOIN unnest(${isTimedOut}) AS is_timed_out
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM attempts
        WHERE quiz_id = ${quiz} ${tagged} AND passed = is_passed AND timed_out = is_timed_out ${unlessVoided} AND ${range}
        ORDER BY completed_at ${order}, id ${order} LIMIT ${count}
      ) AS part`;
    return { text, ordering: `"completedAt" ${order}, "attemptId" ${order}`, count, values };
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
    const text = `${withVoided} SELECT ${columns} FROM ${table} WHERE ${attempts} AND ${outcome}`;
    return { text, ordering: `completed_at ${order}, id ${order}`, count, values };
  }
  const column = VALUES[sort];
  const after =
    cursor === undefined
      ? 'true'
      : `(${column}, id) ${order === 'asc' ? '>' : '<'} (${add(cursor.value, 'bigint')}, ${add(cursor.id, 'uuid')})`;
  const text = `
    ${withVoided} SELECT ${columns} FROM (
      SELECT * FROM ${table} WHERE ${attempts} ORDER BY completed_at DESC, id DESC LIMIT ${MAX_SORTED}
    ) AS newest
    WHERE ${outcome} AND ${after}`;
  return { text, ordering: `${column} ${order}, id ${order}`, count, values };
}
