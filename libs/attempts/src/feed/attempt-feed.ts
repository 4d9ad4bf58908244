import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { FindExistingQuizzes } from '#libs/quizzes';
import { type AttemptRow, listColumns } from '../attempt-row.js';
import { CursorOutdated } from '../attempt.errors.js';
import { ChangeHorizons } from './change-horizons.js';
import { type FeedCursor, START } from './feed-cursor.js';
import {
  type ChangeId,
  type FeedFilter,
  type FeedReader,
  type FeedRow,
  feedStatement,
  HAVE_MANY,
} from './feed-statement.js';

/** For how long a cursor works, in milliseconds. */
const CURSOR_AGE = 30 * 24 * 60 * 60 * 1_000;

/** What happened to an attempt. */
export interface Change {
  at: ChangeId;
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

/** Reads attempts in the order in which the transactions that changed them began. */
@Injectable()
export class AttemptFeed {
  constructor(
    private readonly database: Database,
    private readonly horizons: ChangeHorizons,
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
    include?: 'answers',
  ): Promise<FeedPart> {
    const { server, at, isKnown, horizon } = await this.horizons.advance(cursor);
    if (cursor !== undefined) {
      const isOld = at.getTime() - cursor.at.getTime() > CURSOR_AGE;
      if (isOld || !isKnown) throw new CursorOutdated();
    }
    const range = { after: cursor ?? START, horizon, limit };
    const haveMany = await this.haveMany(filter.userIds ?? reader?.userId, reader);
    const { statement, values } = feedStatement(reader, filter, range, haveMany, listColumns(include));
    const rows = await this.database.query<FeedRow>(statement, values);
    const changes = rows.flatMap(toChange);
    const isFull = changes.length === limit;
    const end = isFull ? changes.at(-1)?.at : rows[0]?.last;
    const hasMore = isFull || rows[0]?.isCutOff === true;
    const { position, id } = end ?? cursor ?? START;
    // The age of a cursor counts from when its reader knew all changes: deletions are stored for a little longer.
    const known = hasMore ? (cursor?.at ?? at) : at;
    const next = { server, at: known, position, id };
    return { changes: await this.hideDeletedQuizzes(changes), next, hasMore };
  }

  private async haveMany(users: string | readonly string[] = [], reader?: FeedReader): Promise<boolean> {
    const userIds = [users].flat();
    if (userIds.length === 0) return false;
    const [found] = await this.database.query<{ haveMany: boolean }>(HAVE_MANY, [userIds, reader?.userId ?? null]);
    return found?.haveMany === true;
  }

  /** The attempts of a deleted quiz are there until it is deleted for good. */
  private async hideDeletedQuizzes(changes: Change[]): Promise<Change[]> {
    const quizIds = new Set(changes.flatMap(({ attempt }) => attempt?.quizId ?? []));
    const existing = await this.queries.execute(new FindExistingQuizzes([...quizIds]));
    return changes.map(({ at, attempt }) => ({ at, attempt: existing.has(at.quizId) ? attempt : undefined }));
  }
}

/** @returns no change for the row that stands for none */
function toChange(row: FeedRow): Change[] {
  return row.change === null ? [] : [{ at: row.change, attempt: row.isGone ? undefined : row }];
}
