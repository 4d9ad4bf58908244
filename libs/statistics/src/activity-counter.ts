import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Background, Database, lockName, type Transaction, UnitOfWork, unpreparedSql } from '#libs/database';

/** One instance counts at a time. */
const COUNTING_LOCK = lockName('statistics');

/** How often an instance looks for attempts to count, in milliseconds. */
const INTERVAL_MS = 2_000;

/** Transactions whose attempts are counted in one step, and attempts after which a step takes no further one. */
const STEP = 500;
const STEP_ATTEMPTS = 5_000;

/** Most looks find nothing, and then begin no transaction. */
const QUEUED = unpreparedSql('SELECT FROM attempts_to_count ORDER BY recorded_at, id LIMIT 1');

/**
 * Removes attempts from the queue and adds them to their days; a user counts once a day. LIMIT forces a look-up for each
 * attempt: a plan from the time of few attempts would still read them all.
 */
const COUNT = unpreparedSql(`
  WITH taken AS (
    DELETE FROM attempts_to_count WHERE (recorded_at, id) IN (
      SELECT recorded_at, id FROM (
        SELECT recorded_at, id, sum(cardinality(attempt_ids)) OVER (ORDER BY recorded_at, id) - cardinality(attempt_ids) AS before
        FROM (SELECT * FROM attempts_to_count ORDER BY recorded_at, id LIMIT ${STEP}) AS oldest
      ) AS listed WHERE before < ${STEP_ATTEMPTS})
    RETURNING quiz_ids, attempt_ids
  ), made AS (
    SELECT (completed_at AT TIME ZONE 'UTC')::date AS day, user_id
    FROM taken CROSS JOIN LATERAL unnest(quiz_ids, attempt_ids) AS named (of_quiz, of_attempt)
    CROSS JOIN LATERAL (
      SELECT * FROM published_attempts WHERE quiz_id = of_quiz AND attempt_id = of_attempt LIMIT 1
    ) AS attempt
    JOIN published_quizzes USING (quiz_id)
  ), arrived AS (
    INSERT INTO activity_users (day, user_id) SELECT DISTINCT day, user_id FROM made
    ON CONFLICT (day, user_id) DO NOTHING RETURNING day
  ), counted AS (
    INSERT INTO activity_days AS stored (day, attempts, users)
    SELECT day, attempts, coalesce(users, 0)
    FROM (SELECT day, count(*) AS attempts FROM made GROUP BY day) AS attempts
    LEFT JOIN (SELECT day, count(*) AS users FROM arrived GROUP BY day) AS users USING (day)
    ON CONFLICT (day) DO UPDATE SET
      attempts = stored.attempts + excluded.attempts,
      users = stored.users + excluded.users
  )
  SELECT count(*) = ${STEP} OR coalesce(sum(cardinality(attempt_ids)) >= ${STEP_ATTEMPTS}, false) AS "isMoreLeft" FROM taken`);

/**
 * Counts recorded attempts by day in the background, each exactly once: an attempt leaves the queue in the transaction
 * that counts it. One instance counts at a time, in steps of one short transaction each.
 */
@Injectable()
export class ActivityCounter implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.background.everyInSteps(INTERVAL_MS, 'Counting attempts', async () => {
      if ((await this.database.query(QUEUED)).length === 0) return false;
      return this.unitOfWork.run((transaction) => this.step(transaction));
    });
  }

  /** Counts queued attempts, unless another instance does. @returns whether more may be left */
  private async step(transaction: Transaction): Promise<boolean> {
    if (!(await transaction.tryLock([COUNTING_LOCK()]))[0]) return false;
    const [step] = await transaction.query<{ isMoreLeft: boolean }>(COUNT);
    return step?.isMoreLeft === true;
  }
}
