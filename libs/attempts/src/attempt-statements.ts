// Statements that read attempts at a quiz after a position.
import { sql, type Statement } from '#libs/database';
import type { AttemptOrder } from './attempt-order.js';
import { ATTEMPT_COLUMNS } from './attempt-row.js';

/** About as many of the newest attempts in the range of time are sorted by score or time taken, at most. */
const MAX_SORTED = 100_000;

/**
 * Parameters of all: quiz, values of passed, values of timed out, range of (time, id) without its ends, limit. Then the user, if
 * only attempts of a user are read; then, if they are sorted by score or time taken, this value and the id of the attempt before the
 * first one.
 */
const IN_RANGE =
  '(completed_at, id) > ($4::timestamptz, $5::uuid) AND (completed_at, id) < ($6::timestamptz, $7::uuid)';
const OUTCOME = 'passed = ANY ($2::boolean[]) AND timed_out = ANY ($3::boolean[])';
const OF_USER = 'quiz_id = $1 AND user_id = $9';

const AFTER = { asc: '>', desc: '<' };

const byTime = (order: AttemptOrder['order']) => ({
  // Each outcome is a range of one index: reading one skips no rows of another.
  ofQuiz: sql(`
    SELECT part.* FROM unnest($2::boolean[]) AS is_passed CROSS JOIN unnest($3::boolean[]) AS is_timed_out
    CROSS JOIN LATERAL (
      SELECT ${ATTEMPT_COLUMNS} FROM attempts
      WHERE quiz_id = $1 AND passed = is_passed AND timed_out = is_timed_out AND ${IN_RANGE}
      ORDER BY completed_at ${order}, id ${order} LIMIT $8
    ) AS part
    ORDER BY "completedAt" ${order}, "attemptId" ${order} LIMIT $8`),
  ofUser: sql(`
    SELECT ${ATTEMPT_COLUMNS} FROM attempts WHERE ${OF_USER} AND ${OUTCOME} AND ${IN_RANGE}
    ORDER BY completed_at ${order}, id ${order} LIMIT $8`),
});

/** No index has this order: one would add up to 80 % to the write-ahead log of a submission. */
const byColumn = (column: 'basis_points' | 'total_time_ms', order: AttemptOrder['order']) => {
  const sorted = (attempts: string, [value, id]: readonly [string, string]) =>
    sql(`
      SELECT ${ATTEMPT_COLUMNS} FROM (
        SELECT * FROM attempts WHERE ${attempts} AND ${IN_RANGE} ORDER BY completed_at DESC, id DESC LIMIT ${MAX_SORTED}
      ) AS newest
      WHERE ${OUTCOME} AND (${value}::bigint IS NULL OR (${column}, id) ${AFTER[order]} (${value}::bigint, ${id}::uuid))
      ORDER BY ${column} ${order}, id ${order} LIMIT $8`);
  return { ofQuiz: sorted('quiz_id = $1', ['$9', '$10']), ofUser: sorted(OF_USER, ['$10', '$11']) };
};

const inBothOrders = <Value>(make: (order: AttemptOrder['order']) => Value) => ({
  asc: make('asc'),
  desc: make('desc'),
});

/** By sort key and order. */
export const READ: Record<
  AttemptOrder['sort'],
  Record<AttemptOrder['order'], { ofQuiz: Statement; ofUser: Statement }>
> = {
  completedAt: inBothOrders(byTime),
  percentage: inBothOrders((order) => byColumn('basis_points', order)),
  totalTimeMs: inBothOrders((order) => byColumn('total_time_ms', order)),
};

/** When the newest attempt beyond those that are sorted was completed. Parameters: quiz, range of time. */
export const BEYOND_SORTED = sql(`
  SELECT completed_at AS "completedAt" FROM attempts WHERE quiz_id = $1 AND completed_at >= $2 AND completed_at < $3
  ORDER BY completed_at DESC, id DESC OFFSET ${MAX_SORTED} LIMIT 1`);
