import { Injectable, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Background, Database, sql, type Transaction, UnitOfWork } from '#libs/database';
import { FindExistingQuizzes, GetQuizContent } from '#libs/quizzes';
import { addTally } from './add-tally.js';
import { STATISTICS } from './statistics-lock.js';
import { type AttemptsAtVersion, type CountedAttempt, tallyOf } from './tally.js';

/** How often an instance looks for attempts to count, in milliseconds. */
const INTERVAL_MS = 2_000;

/** Transactions whose attempts are counted in one step, and attempts after which a step takes no further one. */
const STEP = 500;
const STEP_ATTEMPTS = 5_000;

/**
 * Removes attempts from the queue and reads them, grouped by the version of their quiz. LIMIT forces a look-up for each: a plan from
 * the time of few attempts would still read them all.
 */
const TAKE = sql(`
  WITH taken AS (
    DELETE FROM attempts_to_count WHERE (recorded_at, id) IN (
      SELECT recorded_at, id FROM (
        SELECT recorded_at, id, sum(cardinality(attempt_ids)) OVER (ORDER BY recorded_at, id) - cardinality(attempt_ids) AS before
        FROM (SELECT * FROM attempts_to_count ORDER BY recorded_at, id LIMIT ${STEP}) AS oldest
      ) AS listed WHERE before < ${STEP_ATTEMPTS})
    RETURNING quiz_ids, attempt_ids
  )
  SELECT quiz_id AS "quizId", version,
    (SELECT count(*) = ${STEP} OR sum(cardinality(attempt_ids)) >= ${STEP_ATTEMPTS} FROM taken) AS "isMoreLeft",
    json_agg(json_build_object('userId', user_id, 'answers', answers, 'basisPoints', basis_points, 'passed', passed,
      'timedOut', timed_out, 'day', (completed_at AT TIME ZONE 'UTC')::date)) AS attempts
  FROM taken CROSS JOIN LATERAL unnest(quiz_ids, attempt_ids) AS named (of_quiz, of_attempt)
  CROSS JOIN LATERAL (
    SELECT * FROM published_attempts WHERE quiz_id = of_quiz AND attempt_id = of_attempt LIMIT 1
  ) AS attempt
  GROUP BY quiz_id, version`);

/** The users of a day are needed as long as attempts of that day may have to be counted. */
const FORGET_USERS = sql(`
  DELETE FROM activity_users WHERE (day, user_id) IN (
    SELECT day, user_id FROM activity_users
    WHERE day < (coalesce((SELECT min(recorded_at) FROM attempts_to_count), now()) AT TIME ZONE 'UTC')::date - 1
    ORDER BY day LIMIT 5000)
  RETURNING 1`);

interface Taken extends Record<string, unknown> {
  quizId: string;
  version: number;
  attempts: CountedAttempt[];
  /** Whether the step was full; the same in each row. */
  isMoreLeft: boolean;
}

/**
 * Counts recorded attempts in the background, each exactly once: an attempt leaves the queue in the transaction that adds it to the
 * statistics. One instance counts at a time, in steps of one short transaction each.
 */
@Injectable()
export class AttemptCounter implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  onModuleInit(): void {
    this.background.every(INTERVAL_MS, 'Counting attempts', () => this.count());
    this.background.every(60 * 60_000, 'Forgetting who was active', () => this.forgetUsers());
  }

  /** Counts the queued attempts, unless another instance does. */
  async count(): Promise<void> {
    while (!this.background.isStopping && (await this.unitOfWork.run((transaction) => this.step(transaction))));
  }

  /** Deletes the users of days whose attempts are all counted. */
  async forgetUsers(): Promise<void> {
    while (!this.background.isStopping && (await this.database.query(FORGET_USERS)).length > 0);
  }

  /** @returns whether more may be left */
  private async step(transaction: Transaction): Promise<boolean> {
    if (!(await transaction.tryLock([STATISTICS()]))[0]) return false;
    const taken = await transaction.query<Taken>(TAKE);
    const [first] = taken;
    if (first === undefined) return false;
    await addTally(transaction, tallyOf(await this.withContents(taken)));
    return first.isMoreLeft;
  }

  /** Attempts at quizzes that exist, with their questions. Deletions that begin from now on wait for the lock. */
  private async withContents(taken: readonly Taken[]): Promise<AttemptsAtVersion[]> {
    const quizIds = taken.map(({ quizId }) => quizId);
    const existing = await this.queries.execute(new FindExistingQuizzes([...new Set(quizIds)]));
    const groups = taken.map(async ({ quizId, version, attempts }) => {
      const content = await this.queries.execute(new GetQuizContent(quizId, version));
      return existing.has(quizId) && content !== undefined ? [{ quizId, content, attempts }] : [];
    });
    return (await Promise.all(groups)).flat();
  }
}
