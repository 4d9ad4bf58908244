import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import type { UsageOverview, UsageHour, UsedKey } from '../key-usage.dto.js';
import { hourBeginning } from '../key-use.js';

/** How much the keys were used in the last 24 hours and the current hour. */
export class GetUsageOverview extends Query<UsageOverview> {}

const HOURS = sql(`
  SELECT at, COALESCE(requests, 0)::int AS requests, COALESCE(rejections, 0)::int AS rejections
  FROM generate_series($1::timestamptz, $1::timestamptz + interval '24 hours', interval '1 hour') AS at
  LEFT JOIN (
    SELECT hour, sum(requests) AS requests, sum(rejections) AS rejections FROM key_usage WHERE hour >= $1 GROUP BY hour
  ) AS used ON hour = at
  ORDER BY at`);

const KEYS = sql(`
  SELECT key_id AS "keyId", api_keys.name, users.display_name AS "ownerName", used.requests, used.rejections
  FROM (
    SELECT key_id, sum(requests)::int AS requests, sum(rejections)::int AS rejections
    FROM key_usage WHERE hour >= $1 GROUP BY key_id ORDER BY requests DESC, key_id LIMIT 20
  ) AS used
  LEFT JOIN api_keys ON api_keys.id = key_id LEFT JOIN users ON users.id = user_id
  ORDER BY used.requests DESC, key_id`);

@QueryHandler(GetUsageOverview)
export class GetUsageOverviewHandler implements IQueryHandler<GetUsageOverview> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<UsageOverview> {
    const since = new Date(hourBeginning(24));
    const [hours, keys] = await Promise.all([
      this.database.query<UsageHour & Record<string, unknown>>(HOURS, [since]),
      this.database.query<UsedKey & Record<string, unknown>>(KEYS, [since]),
    ]);
    return { since, hours, keys };
  }
}
