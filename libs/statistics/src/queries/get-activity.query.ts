import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import type { Activity, ActivityDay } from '../statistics.dto.js';

/** Attempts and users of each of the last days, over all quizzes. */
export class GetActivity extends Query<Activity> {
  constructor(
    /** How many days, up to today. */
    readonly days: number,
  ) {
    super();
  }
}

const READ = sql(`
  SELECT day::date::text AS day, coalesce(attempts, 0)::float AS attempts, coalesce(users, 0)::float AS users
  FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock
  CROSS JOIN LATERAL generate_series(today - $1::integer + 1, today, interval '1 day') AS day
  LEFT JOIN activity_days USING (day)
  ORDER BY day`);

@QueryHandler(GetActivity)
export class GetActivityHandler implements IQueryHandler<GetActivity> {
  constructor(private readonly database: Database) {}

  async execute({ days }: GetActivity): Promise<Activity> {
    return { days: await this.database.query<ActivityDay & Record<string, unknown>>(READ, [days]) };
  }
}
