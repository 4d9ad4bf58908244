import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Database, sql, UnitOfWork } from '#libs/database';
import { FindExistingQuizzes } from '#libs/quizzes';
import type { AttemptRow } from '../attempt-row.js';
import { CursorOutdated } from '../attempt.errors.js';
import { type FeedCursor, type FeedPosition, START } from './feed-cursor.js';
import { type FeedFilter, type FeedReader, type FeedRow, feedStatement, IDENTITY } from './feed-statement.js';

/** For how long a cursor works, in milliseconds. */
const CURSOR_AGE = 30 * 24 * 60 * 60 * 1_000;

/** What happened to an attempt. */
export interface Change {
  at: FeedPosition;
  /** As it is now; undefined if the reader has to forget it. */
  attempt: AttemptRow | undefined;
}

/** A part of the changes, and where the next one begins. */
export interface FeedPart {
  changes: Change[];
  next: FeedCursor;
  /** Whether more changes may be there already. */
  hasMore: boolean;
}

const LOCK = sql('LOCK TABLE attempts IN SHARE ROW EXCLUSIVE MODE');

const REBASE = sql(`
  UPDATE change_positions SET database = ${IDENTITY}, base = greatest(0,
    (SELECT max(change_position) FROM attempts), (SELECT max(change_position) FROM deleted_attempts))
  WHERE database <> ${IDENTITY}`);

/** Reads attempts in the order in which the transactions that changed them began. */
@Injectable()
export class AttemptFeed {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Changes after a cursor, or from the beginning. There can be fewer than `limit` although more are left.
   * @param reader whose attempts are read; undefined for administrators, who read all
   * @throws CursorOutdated if changes after the cursor may be lost
   */
  async read(
    reader: FeedReader | undefined,
    filter: FeedFilter,
    cursor: FeedCursor | undefined,
    limit: number,
  ): Promise<FeedPart> {
    const { statement, values } = feedStatement(reader, filter, cursor ?? START, limit);
    const rows = await this.database.query<FeedRow>(statement, values);
    const [state] = rows;
    if (state === undefined) throw new Error('The table change_positions has no row');
    const { identity, at } = state;
    if (state.database !== identity) {
      await this.rebase();
      return this.read(reader, filter, cursor, limit);
    }
    if (cursor !== undefined) {
      const isOld = at.getTime() - cursor.at.getTime() > CURSOR_AGE;
      if (isOld || cursor.database !== identity || !state.isKnown) throw new CursorOutdated();
    }
    const changes = rows.flatMap(toChange);
    const isFull = changes.length === limit;
    const end = isFull ? changes.at(-1)?.at : state.last;
    const hasMore = isFull || state.isCutOff;
    // The age of a cursor counts from when its reader knew all changes: deletions are stored for a little longer.
    const known = hasMore ? (cursor?.at ?? at) : at;
    const next = { ...(end ?? cursor ?? START), database: identity, at: known };
    return { changes: await this.withoutDeletedQuizzes(changes), next, hasMore };
  }

  /**
   * Continues the positions of a restored database, whose transaction ids can be lower than the stored ones. The lock waits for
   * transactions that write attempts with positions on the former base.
   */
  private async rebase(): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await transaction.query(LOCK);
      await transaction.query(REBASE);
    });
  }

  /** The attempts of a deleted quiz may be deleted later, and come then. */
  private async withoutDeletedQuizzes(changes: Change[]): Promise<Change[]> {
    const quizIds = new Set(changes.flatMap(({ attempt }) => attempt?.quizId ?? []));
    const existing = await this.queries.execute(new FindExistingQuizzes([...quizIds]));
    return changes.filter(({ attempt }) => attempt === undefined || existing.has(attempt.quizId));
  }
}

function toChange({
  database: _,
  identity: __,
  isKnown: ___,
  isCutOff: ____,
  at: _____,
  last: ______,
  change,
  isGone,
  ...row
}: FeedRow): Change[] {
  return change === null ? [] : [{ at: change, attempt: isGone ? undefined : row }];
}
