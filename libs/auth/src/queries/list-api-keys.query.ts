import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, type PageQuery, Pagination, sql } from '#libs/platform';
import type { ApiKey, ApiKeyList, ApiKeyOwner } from '../auth.dto.js';

/** Newest first. */
export class ListApiKeys extends Query<ApiKeyList> {
  constructor(readonly page: PageQuery) {
    super();
  }
}

const PAGE = sql(`
  SELECT api_keys.id, name, shown, created_by AS "createdBy", api_keys.created_at AS "createdAt", expires_at AS "expiresAt",
    last_used_at AS "lastUsedAt",
    json_build_object('id', users.id, 'displayName', display_name, 'role', role) AS owner
  FROM api_keys JOIN users ON users.id = user_id
  ORDER BY api_keys.created_at DESC, api_keys.id DESC LIMIT $1 OFFSET $2`);

const TOTAL = sql('SELECT count(*)::int AS total FROM api_keys');

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(private readonly database: Database) {}

  async execute({ page }: ListApiKeys): Promise<ApiKeyList> {
    const [keys, [count]] = await Promise.all([
      this.database.query<ApiKey & { owner: ApiKeyOwner }>(PAGE, [page.size, page.offset]),
      this.database.query<{ total: number }>(TOTAL),
    ]);
    return { keys, pagination: new Pagination(page, count?.total ?? 0) };
  }
}
