import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { Database, sql } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { type Cursor, cursorUpTo } from '#libs/http';
import type { AttemptFilter } from './attempt-filter.js';
import { ATTEMPT_COLUMNS, type AttemptRow, toListItem } from './attempt-row.js';
import type { AttemptListItem } from './attempts.dto.js';

/** Parameters of both: quiz, values of passed, values of timed out, from, before (time, id), limit. */
const IN_RANGE = 'completed_at >= $4 AND (completed_at, id) < ($5::timestamptz, $6::uuid)';

/** Each outcome is a range of one index: reading one skips no rows of another. */
const OF_QUIZ = sql(`
  SELECT part.* FROM unnest($2::boolean[]) AS is_passed CROSS JOIN unnest($3::boolean[]) AS is_timed_out
  CROSS JOIN LATERAL (
    SELECT ${ATTEMPT_COLUMNS} FROM attempts
    WHERE quiz_id = $1 AND passed = is_passed AND timed_out = is_timed_out AND ${IN_RANGE}
    ORDER BY completed_at DESC, id DESC LIMIT $7
  ) AS part
  ORDER BY "completedAt" DESC, "attemptId" DESC LIMIT $7`);

const OF_USER = sql(`
  SELECT ${ATTEMPT_COLUMNS} FROM attempts
  WHERE quiz_id = $1 AND user_id = $8 AND passed = ANY ($2::boolean[]) AND timed_out = ANY ($3::boolean[]) AND ${IN_RANGE}
  ORDER BY completed_at DESC, id DESC LIMIT $7`);

/** Reads attempts at a quiz after a cursor, newest first. */
@Injectable()
export class AttemptReader {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  /**
   * @param cursor the position before the first attempt; undefined for the newest
   * @param database the database or the snapshot to read from
   */
  async read(
    quizId: string,
    filter: AttemptFilter,
    cursor: Cursor | undefined,
    limit: number,
    database: Pick<Database, 'query'> = this.database,
  ): Promise<AttemptListItem[]> {
    const before = cursorUpTo(filter.to, cursor);
    const values = [
      quizId,
      filter.passed === undefined ? [true, false] : [filter.passed],
      filter.timedOut === undefined ? [true, false] : [filter.timedOut],
      filter.from === undefined ? '-infinity' : new Date(filter.from),
      before?.at ?? 'infinity',
      before?.id ?? NIL,
      limit,
    ];
    const rows =
      filter.userId === undefined
        ? await database.query<AttemptRow>(OF_QUIZ, values)
        : await database.query<AttemptRow>(OF_USER, [...values, filter.userId]);
    const profiles = await this.queries.execute(new GetProfiles([...new Set(rows.map(({ userId }) => userId))]));
    return rows.map((row) => toListItem(row, profiles.get(row.userId)?.displayName ?? ''));
  }
}
