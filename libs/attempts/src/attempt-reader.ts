import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database, sql } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { type Cursor, cursorFrom, cursorUpTo, ValidationFailed } from '#libs/http';
import { oneAtATime, type Semaphore } from '#libs/traffic';
import type { AttemptFilter } from './attempt-filter.js';
import { AttemptOrder, isSortedByValue } from './attempt-order.js';
import { ATTEMPT_COLUMNS, type AttemptRow, toListItem } from './attempt-row.js';
import { BEYOND_SORTED, READ } from './attempt-statements.js';
import type { AttemptListItem } from './attempts.dto.js';

const OF_USER_AT_ALL_QUIZZES = sql(`
  SELECT ${ATTEMPT_COLUMNS} FROM attempts
  WHERE user_id = $1 AND (completed_at, id) < ($2::timestamptz, $3::uuid)
  ORDER BY completed_at DESC, id DESC LIMIT $4`);

/** Reads attempts after a cursor. */
@Injectable()
export class AttemptReader {
  /** Of reads that sort, and so read many attempts. */
  private readonly semaphore: Semaphore;

  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) configuration: Configuration,
  ) {
    this.semaphore = oneAtATime(configuration);
  }

  /** Attempts of a user at all quizzes. */
  async readOfUser(
    userId: string,
    displayName: string,
    cursor: Cursor | undefined,
    limit: number,
  ): Promise<AttemptListItem[]> {
    const values = [userId, cursor?.at ?? 'infinity', cursor?.id ?? NIL, limit];
    const rows = await this.database.query<AttemptRow>(OF_USER_AT_ALL_QUIZZES, values);
    return rows.map((row) => toListItem(row, displayName));
  }

  /**
   * Attempts at a quiz.
   * @param cursor the attempt before the first one; undefined at the beginning
   * @param database the database or the snapshot to read from
   * @throws ValidationFailed if the cursor is not one of this order, Overloaded if too many reads wait to sort
   */
  async read(
    quizId: string,
    filter: AttemptFilter,
    cursor: Cursor | undefined,
    limit: number,
    order = new AttemptOrder(),
    database: Pick<Database, 'query'> = this.database,
  ): Promise<AttemptListItem[]> {
    const isSorted = isSortedByValue(order);
    if (cursor !== undefined && isSorted !== (cursor.value !== undefined)) {
      throw new ValidationFailed(['after: must be `next` of an earlier answer in the same order']);
    }
    const after = isSorted || order.order === 'desc' ? undefined : cursor;
    const before = isSorted || order.order === 'asc' ? undefined : cursor;
    const start = cursorFrom(filter.from, after);
    const end = cursorUpTo(filter.to, before);
    const { ofQuiz, ofUser } = READ[order.sort][order.order];
    const statement = filter.userId === undefined ? ofQuiz : ofUser;
    const values = [
      quizId,
      filter.passed === undefined ? [true, false] : [filter.passed],
      filter.timedOut === undefined ? [true, false] : [filter.timedOut],
      start?.at ?? '-infinity',
      start?.id ?? NIL,
      end?.at ?? 'infinity',
      end?.id ?? NIL,
      limit,
      ...(filter.userId === undefined ? [] : [filter.userId]),
      ...(isSorted ? [cursor?.value, cursor?.id] : []),
    ];
    const read = () => database.query<AttemptRow>(statement, values);
    const rows = await (isSorted ? this.semaphore.take(read) : read());
    const profiles = await this.queries.execute(new GetProfiles([...new Set(rows.map(({ userId }) => userId))]));
    return rows.map((row) => toListItem(row, profiles.get(row.userId)?.displayName ?? ''));
  }

  /** Attempts that were completed earlier are left out of the sorted list; null if there are none. */
  async sortedSince(quizId: string, { userId, from, to }: AttemptFilter, order: AttemptOrder): Promise<Date | null> {
    if (!isSortedByValue(order) || userId !== undefined) return null;
    const range = [from === undefined ? '-infinity' : new Date(from), to === undefined ? 'infinity' : new Date(to)];
    const [beyond] = await this.database.query<{ completedAt: Date }>(BEYOND_SORTED, [quizId, ...range]);
    // Timestamps have milliseconds.
    return beyond === undefined ? null : new Date(beyond.completedAt.getTime() + 1);
  }
}
