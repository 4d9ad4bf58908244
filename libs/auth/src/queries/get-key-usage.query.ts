import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { isId } from '#libs/http';
import { Database, sql } from '#libs/database';
import { ApiKeyReader } from '../api-key-reader.js';
import { ApiKeyNotFound } from '../auth.errors.js';
import type { KeyAddress, UsageDay, KeyUsage } from '../key-usage.dto.js';
import { MAX_ADDRESSES } from '../key-use.js';

/** How much a key was used in the last 7 days, and from where. @throws ApiKeyNotFound */
export class GetKeyUsage extends Query<KeyUsage> {
  constructor(
    /** As the client sent it. */
    readonly keyId: string,
  ) {
    super();
  }
}

const DAYS = sql(`
  SELECT to_char(day, 'YYYY-MM-DD') AS day, COALESCE(used.requests, 0)::int AS requests,
    COALESCE(used.requests - rejections - client_errors - server_errors, 0)::int AS successes,
    COALESCE(client_errors, 0)::int AS "clientErrors", COALESCE(rejections - rate_limited, 0)::int AS "rejectedRights",
    COALESCE(rate_limited, 0)::int AS "rateLimited", COALESCE(server_errors, 0)::int AS "serverErrors",
    COALESCE(limit_reached, 0)::int AS "limitReached"
  FROM generate_series(date_trunc('day', now() AT TIME ZONE 'UTC') - interval '6 days', now() AT TIME ZONE 'UTC', interval '1 day') AS day
  LEFT JOIN (
    SELECT date_trunc('day', hour AT TIME ZONE 'UTC') AS day, sum(requests) AS requests, sum(rejections) AS rejections,
      sum(client_errors) AS client_errors, sum(server_errors) AS server_errors, sum(rate_limited) AS rate_limited,
      sum(limit_reached) AS limit_reached
    FROM key_usage WHERE key_id = $1 GROUP BY 1
  ) AS used USING (day)
  ORDER BY day`);

const ADDRESSES = sql(`
  SELECT address, last_used_at AS "lastUsedAt" FROM key_addresses WHERE key_id = $1
  ORDER BY last_used_at DESC, address LIMIT ${MAX_ADDRESSES}`);

@QueryHandler(GetKeyUsage)
export class GetKeyUsageHandler implements IQueryHandler<GetKeyUsage> {
  constructor(
    private readonly database: Database,
    private readonly reader: ApiKeyReader,
  ) {}

  async execute({ keyId }: GetKeyUsage): Promise<KeyUsage> {
    if (!isId(keyId)) throw new ApiKeyNotFound();
    const [found, days, addresses] = await Promise.all([
      this.reader.read([keyId]),
      this.database.query<UsageDay & Record<string, unknown>>(DAYS, [keyId]),
      this.database.query<KeyAddress & Record<string, unknown>>(ADDRESSES, [keyId]),
    ]);
    if (found.length === 0) throw new ApiKeyNotFound();
    return { days, addresses };
  }
}
