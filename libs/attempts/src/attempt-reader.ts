import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database, type Reader, sql, type Statement } from '#libs/database';
import { GetProfiles } from '#libs/profiles';
import { ShardedCounters } from '#libs/projections';
import { type Cursor, isId, type ListPosition, type Principal, textKey, ValidationFailed } from '#libs/http';
import { assertQuizExists, GetQuizContent } from '#libs/quizzes';
import { oneAtATime, type Semaphore } from '#libs/traffic';
import { AnswerReader } from './answer-reader.js';
import { type AttemptFilter, AttemptOrder } from './attempt-filter.js';
import { AttemptNotFound } from './attempt.errors.js';
import { BEYOND_SORTED, BEYOND_SORTED_OF_TAG, countStatement, searchStatement } from './attempt-search.js';
import { ATTEMPT_COLUMNS, type AttemptRow, listColumns, toListItem } from './attempt-row.js';
import type { AttemptListItem } from './attempts.dto.js';
import { type GradedContent, readGradingHistory } from './regrading/grading-history.js';

/** Name of the counter of a quiz's attempts. */
export const ATTEMPT_COUNT = 'attempts';

/** Attempts that match a filter are counted up to this number. */
const MAX_COUNTED = 10_000;

const GET = sql(`SELECT ${ATTEMPT_COLUMNS} FROM attempts WHERE quiz_id = $1 AND id = $2`);

const ofUser = (columns: string, condition = '') => `
  SELECT ${columns} FROM attempts
  WHERE user_id = $1 AND (completed_at, id) < ($2::timestamptz, $3::uuid) ${condition}
  ORDER BY completed_at DESC, id DESC LIMIT $4`;

const QUIZ_EXISTS = 'AND EXISTS (SELECT FROM published_quizzes WHERE published_quizzes.quiz_id = attempts.quiz_id)';

const OF_USER = sql(ofUser(listColumns(undefined), QUIZ_EXISTS));

const COUNT_OF_USER = sql(`SELECT count(*)::integer AS total FROM (${ofUser('', QUIZ_EXISTS)}) AS found`);

const STORED_OF_USER = sql(ofUser(ATTEMPT_COLUMNS));

/** The position of an attempt in an order. It stays the same when a regrade changes the attempt. */
export function cursorOf(attempt: AttemptListItem, { sort } = new AttemptOrder()): Cursor {
  const cursor = { at: attempt.completedAt, id: attempt.attemptId };
  if (sort === 'completedAt') return cursor;
  return { ...cursor, value: sort === 'percentage' ? Math.round(attempt.percentage * 100) : attempt.totalTimeMs };
}

const pageOfUser = (userId: string, cursor: Cursor | undefined, limit: number) => [
  userId,
  cursor?.at ?? 'infinity',
  cursor?.id ?? NIL,
  limit,
];

/** An attempt with the questions of its version as they are graded for it. */
export interface GradedAttempt {
  row: AttemptRow;
  content: GradedContent;
  item: AttemptListItem;
}

@Injectable()
export class AttemptReader {
  /** Of reads that sort, and so read many attempts. */
  private readonly semaphore: Semaphore;

  constructor(
    private readonly database: Database,
    private readonly counts: ShardedCounters,
    private readonly queries: QueryBus,
    private readonly answers: AnswerReader,
    @Inject(CONFIGURATION) configuration: Configuration,
  ) {
    this.semaphore = oneAtATime(configuration);
  }

  /** @throws AttemptNotFound */
  async getRow(quizId: string, attemptId: string, reader: Reader = this.database): Promise<AttemptRow> {
    const [row] = isId(attemptId) ? await reader.query<AttemptRow & object>(GET, [quizId, attemptId]) : [];
    if (row === undefined) throw new AttemptNotFound();
    return row;
  }

  /**
   * @param reader who reads it; undefined for the backoffice
   * @throws QuizNotFound, AttemptNotFound
   */
  async getGraded(quizId: string, attemptId: string, reader?: Principal): Promise<GradedAttempt> {
    await assertQuizExists(this.queries, quizId, reader);
    const row = await this.getRow(quizId, attemptId);
    if (reader?.admin === false && row.userId !== reader.userId) throw new AttemptNotFound();
    const [content, gradings, [item]] = await Promise.all([
      this.queries.execute(new GetQuizContent(quizId, row.version)),
      readGradingHistory(this.database, quizId),
      this.toListItems([row]),
    ]);
    return { row, content: gradings.of(row.version, content, row.grading), item: item as AttemptListItem };
  }

  /** Attempts of a user at all quizzes that exist, newest first. */
  async readOfUser(
    userId: string,
    cursor: Cursor | undefined,
    limit: number,
    database: Reader = this.database,
  ): Promise<AttemptListItem[]> {
    return this.toListItems(await database.query<AttemptRow>(OF_USER, pageOfUser(userId, cursor, limit)));
  }

  /** How many they are; null if more than 10,000. */
  async countOfUser(userId: string): Promise<number | null> {
    return this.countUpToLimit(COUNT_OF_USER, pageOfUser(userId, undefined, MAX_COUNTED + 1));
  }

  /**
   * The same at all quizzes, with answers. Those at quizzes that are deleted for good have no answers, until they are deleted as well.
   */
  async readStored(userId: string, cursor: Cursor | undefined, limit: number): Promise<AttemptListItem[]> {
    const rows = await this.database.query<AttemptRow>(STORED_OF_USER, pageOfUser(userId, cursor, limit));
    const [items, answers] = await Promise.all([this.toListItems(rows), this.answers.of(rows, true)]);
    return items.map((item) => {
      const own = answers.get(item.attemptId);
      return own === undefined ? item : { ...item, answers: own };
    });
  }

  /** Attempts at a quiz, newest first, after a cursor or a number of attempts. */
  async readNewest(
    quizId: string,
    userId: string | undefined,
    { cursor, offset = 0 }: ListPosition,
    limit: number,
    include?: 'answers',
  ): Promise<AttemptListItem[]> {
    const values: unknown[] = [quizId, cursor?.at ?? 'infinity', cursor?.id ?? NIL, limit, offset];
    if (userId !== undefined) values.push(userId);
    // Ids first, so that only an index is read of the attempts before the page.
    const statement = sql(`
      SELECT attempt.* FROM (
        SELECT id AS found_id, completed_at AS at FROM attempts
        WHERE quiz_id = $1 AND (completed_at, id) < ($2::timestamptz, $3::uuid) ${userId === undefined ? '' : 'AND user_id = $6'}
        ORDER BY completed_at DESC, id DESC LIMIT $4 OFFSET $5
      ) AS page
      CROSS JOIN LATERAL (SELECT ${listColumns(include)} FROM attempts WHERE quiz_id = $1 AND id = found_id LIMIT 1) AS attempt
      ORDER BY at DESC, found_id DESC`);
    return this.answers.readList(include, async () =>
      this.toListItems(await this.database.query<AttemptRow>(statement, values), include),
    );
  }

  /**
   * Attempts at a quiz by filters and in an order, for administrators.
   * @param cursor the attempt before the first one; undefined at the beginning
   * @throws ValidationFailed if the cursor is not one of this order, Overloaded if too many reads wait to sort
   */
  async search(
    quizId: string,
    filter: AttemptFilter,
    cursor: Cursor | undefined,
    limit: number,
    order = new AttemptOrder(),
    database: Reader = this.database,
  ): Promise<AttemptListItem[]> {
    const isSorted = order.sort !== 'completedAt';
    if (cursor !== undefined && isSorted !== (cursor.value !== undefined)) {
      throw new ValidationFailed(['cursor: must be `nextCursor` of an earlier response in the same order']);
    }
    const { statement, values } = searchStatement(quizId, filter, cursor, limit, order);
    const read = () => database.query<AttemptRow>(statement, values);
    return this.toListItems(await (isSorted ? this.semaphore.run(read) : read()));
  }

  /** How many attempts at a quiz match filters; null if more than 10,000. Without filters a counter has all of them. */
  async count(quizId: string, filter: AttemptFilter): Promise<number | null> {
    if (Object.values(filter).every((value) => value === undefined)) return this.counts.read(ATTEMPT_COUNT, quizId);
    const { statement, values } = countStatement(quizId, filter, MAX_COUNTED + 1);
    return this.countUpToLimit(statement, values);
  }

  private async countUpToLimit(statement: Statement, values: unknown[]): Promise<number | null> {
    const [{ total } = { total: 0 }] = await this.database.query<{ total: number }>(statement, values);
    return total > MAX_COUNTED ? null : total;
  }

  /** Attempts that were completed earlier are left out of the sorted list; null if there are none. */
  async sortedSince(
    quizId: string,
    { userId, tag, voided, from, to }: AttemptFilter,
    { sort }: AttemptOrder,
  ): Promise<Date | null> {
    if (sort === 'completedAt' || userId !== undefined || voided === true) return null;
    const range = [from === undefined ? '-infinity' : new Date(from), to === undefined ? 'infinity' : new Date(to)];
    const statement = tag === undefined ? BEYOND_SORTED : BEYOND_SORTED_OF_TAG;
    const values = [quizId, ...range, ...(tag === undefined ? [] : [textKey(tag)])];
    const [beyond] = await this.database.query<{ completedAt: Date }>(statement, values);
    // Timestamps have milliseconds.
    return beyond === undefined ? null : new Date(beyond.completedAt.getTime() + 1);
  }

  /** Attempts as lists show them. With answers, those of quizzes that were deleted in the meantime are left out. */
  async toListItems(rows: AttemptRow[], include?: 'answers'): Promise<AttemptListItem[]> {
    const userIds = [...new Set(rows.map(({ userId }) => userId))];
    const [profiles, answers] = await Promise.all([
      this.queries.execute(new GetProfiles(userIds)),
      include && this.answers.of(rows),
    ]);
    return rows.flatMap((row) => {
      const item = toListItem(row, profiles.get(row.userId));
      if (answers === undefined) return item;
      const own = answers.get(row.attemptId);
      return own === undefined ? [] : { ...item, answers: own };
    });
  }
}
