import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { BatchLoader, Database, sql, type Transaction } from '#libs/database';
import { isId } from '#libs/http';
import { assertQuizExists } from '#libs/quizzes';
import { keyColumns, keyOf, type UserAtQuiz } from '../attempt-counts.js';
import { StartNotFound, StartSubmitted, TimeIsUp } from '../attempt.errors.js';
import { LOCK_START, type OpenStart, READ_STARTS } from './open-start.js';

const ATTEMPT = sql(`
  SELECT timed_out AS "timedOut" FROM attempts WHERE quiz_id = $1 AND id = $2 AND user_id = coalesce($3, user_id)`);

/** Reads open starts. */
@Injectable()
export class StartReader {
  private readonly starts: BatchLoader<UserAtQuiz, OpenStart>;
  private readonly graceSeconds: number;

  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) { START_GRACE_SECONDS }: Configuration,
  ) {
    this.graceSeconds = START_GRACE_SECONDS;
    this.starts = new BatchLoader(async (keys) => {
      const rows = await database.query<OpenStart>(READ_STARTS, [...keyColumns(keys), START_GRACE_SECONDS]);
      const found = new Map(rows.map((row) => [keyOf(row), row]));
      return new Map(keys.map((key) => [key, found.get(keyOf(key))]));
    }, keyOf);
  }

  /** The open start with an id, if it belongs to the user, also one that is over and not recorded yet. */
  async findById(quizId: string, startId: string, userId: string): Promise<OpenStart | undefined> {
    const start = isId(quizId) ? await this.starts.get({ quizId, userId }) : undefined;
    return start?.id === startId ? start : undefined;
  }

  /**
   * The start of any user, whose row is locked until the transaction ends.
   * @throws TimeIsUp if its end has passed
   */
  async lockRunning(transaction: Transaction, quizId: string, startId: string): Promise<OpenStart | undefined> {
    if (!isId(startId)) return undefined;
    const [start] = await transaction.query<OpenStart>(LOCK_START, [quizId, startId, this.graceSeconds]);
    if (start !== undefined && (start.isTimedOut || start.isOver)) throw new TimeIsUp();
    return start;
  }

  /**
   * Why there is no such open start of the user, or of anybody: StartNotFound, TimeIsUp or StartSubmitted.
   * @throws QuizNotFound
   */
  async reasonMissing(quizId: string, startId: string, userId?: string): Promise<Error> {
    await assertQuizExists(this.queries, quizId);
    const values = [quizId, startId, userId ?? null];
    const [attempt] = isId(startId) ? await this.database.query<{ timedOut: boolean }>(ATTEMPT, values) : [];
    if (attempt === undefined) return new StartNotFound();
    return attempt.timedOut ? new TimeIsUp() : new StartSubmitted();
  }
}
