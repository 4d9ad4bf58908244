import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { FindExistingQuizzes } from '#libs/quizzes';
import { ATTEMPT_COUNT } from '../attempt-reader.js';
import type { AttemptTotals } from '../backoffice-attempts.dto.js';

/** The totals of attempts at these quizzes, without quizzes that do not exist. */
export class GetAttemptTotals extends Query<AttemptTotals[]> {
  constructor(readonly quizIds: readonly string[]) {
    super();
  }
}

/**
 * The newest 1,000 attempts alone, so that the cost does not grow with the quiz. They are counted in indexes; reading their rows would
 * take five times as long. Voided attempts are few and subtracted.
 */
const READ = sql(`
  WITH newest AS MATERIALIZED (
    SELECT wanted.quiz_id, coalesce((
        SELECT completed_at FROM attempts WHERE quiz_id = wanted.quiz_id ORDER BY completed_at DESC, id DESC OFFSET 999 LIMIT 1
      ), '-infinity') AS since
    FROM unnest($1::uuid[]) AS wanted (quiz_id)
  )
  SELECT newest.quiz_id AS "quizId", voided.attempts AS voided, made.attempts - voided.recent AS "recentAttempts",
    made.passed - voided.passed AS "recentPassed", made.last AS "lastCompletedAt"
  FROM newest
  CROSS JOIN LATERAL (
    SELECT (SELECT count(*)::integer FROM attempts WHERE quiz_id = newest.quiz_id AND completed_at >= since) AS attempts,
      (
        SELECT count(*)::integer FROM attempts
        WHERE quiz_id = newest.quiz_id AND passed = true AND timed_out = ANY ('{true,false}') AND completed_at >= since
      ) AS passed,
      (
        SELECT completed_at FROM attempts WHERE quiz_id = newest.quiz_id AND voided_at IS NULL
        ORDER BY completed_at DESC, id DESC LIMIT 1
      ) AS last
  ) AS made
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS attempts, (count(*) FILTER (WHERE completed_at >= since))::integer AS recent,
      (count(*) FILTER (WHERE passed AND completed_at >= since))::integer AS passed
    FROM attempts WHERE quiz_id = newest.quiz_id AND voided_at IS NOT NULL
  ) AS voided`);

@QueryHandler(GetAttemptTotals)
export class GetAttemptTotalsHandler implements IQueryHandler<GetAttemptTotals> {
  constructor(
    private readonly database: Database,
    private readonly counts: ShardedCounters,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizIds }: GetAttemptTotals): Promise<AttemptTotals[]> {
    const existing = [...(await this.queries.execute(new FindExistingQuizzes(quizIds)))];
    const [counts, rows] = await Promise.all([
      this.counts.readIn(this.database, ATTEMPT_COUNT, existing),
      this.database.query<Omit<AttemptTotals, 'attempts'> & object>(READ, [existing]),
    ]);
    return rows.map((row) => {
      // The counter may be read before an attempt that the other statement sees.
      const attempts = Math.max((counts.get(row.quizId) ?? 0) - row.voided, row.recentAttempts);
      return { ...row, attempts };
    });
  }
}
