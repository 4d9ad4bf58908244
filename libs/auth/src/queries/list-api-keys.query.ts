import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, eachWordOf, sql } from '#libs/database';
import { Pagination } from '#libs/http';
import type { ApiKeyList, ApiKeysQuery } from '../api-key.dto.js';
import { ApiKeyReader } from '../api-key-reader.js';
import { Conditions } from '../conditions.js';
import { KEY_WORDS, NAME_WORDS } from '../search.js';

export class ListApiKeys extends Query<ApiKeyList> {
  constructor(readonly query: ApiKeysQuery) {
    super();
  }
}

/** SQL of the sort key of each order. */
const ORDERS = {
  name: 'lower(matching.name)',
  owner: 'lower(users.display_name)',
  createdAt: 'matching.created_at',
  lastUsedAt: 'last_used_at',
  expiresAt: 'expires_at',
};

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(
    private readonly database: Database,
    private readonly reader: ApiKeyReader,
  ) {}

  async execute({ query }: ListApiKeys): Promise<ApiKeyList> {
    const { where, values } = conditionsOf(query);
    const owners = query.sort === 'owner' ? 'JOIN users ON users.id = user_id' : '';
    const direction = query.order === 'asc' ? 'ASC' : 'DESC';
    const page = sql(`
      WITH matching AS (SELECT * FROM api_keys ${where})
      SELECT (SELECT count(*)::int FROM matching) AS total, ARRAY(
        SELECT matching.id FROM matching ${owners}
        ORDER BY ${ORDERS[query.sort]} ${direction} NULLS LAST, matching.id ${direction}
        LIMIT $${values.length + 1} OFFSET $${values.length + 2}
      ) AS ids`);
    const [found] = await this.database.query<{ total: number; ids: string[] }>(page, [
      ...values,
      query.size,
      query.offset,
    ]);
    const { total, ids } = found ?? { total: 0, ids: [] };
    return { keys: await this.reader.read(ids), pagination: new Pagination(query, total) };
  }
}

function conditionsOf({ search, userId, userIds, state }: ApiKeysQuery): Conditions {
  const conditions = new Conditions();
  conditions.add(search === '' ? undefined : search, (text) => `id IN (${keysFoundBy(text)})`);
  conditions.add(userId, (value) => `user_id = ${value}`);
  conditions.add(userIds?.split(','), (values) => `user_id = ANY (${values}::uuid[])`);
  conditions.add(state, isInState);
  return conditions;
}

/** SQL: whether a key is in a state. */
function isInState(state: string): string {
  return `CASE ${state}
    WHEN 'ending' THEN NOT disabled AND expires_at > now() AND expires_at <= now() + interval '14 days'
      AND NOT EXISTS (SELECT FROM users WHERE users.id = user_id AND suspended)
      AND NOT EXISTS (
        SELECT FROM api_keys AS successor WHERE successor.rotated_from = api_keys.id AND successor.last_used_at IS NOT NULL
        AND NOT successor.disabled AND (successor.expires_at IS NULL OR successor.expires_at > now()))
    WHEN 'unused' THEN last_used_at IS NULL
    WHEN 'disabled' THEN disabled
    WHEN 'working' THEN NOT disabled AND (expires_at IS NULL OR expires_at > now())
  END`;
}

/** SQL: ids of the keys that have each word of a search text, in their own texts or in their owner's name. */
function keysFoundBy(search: string): string {
  return `
    WITH words AS (${eachWordOf(search)})
    SELECT id FROM (
      SELECT api_keys.id, position FROM words JOIN api_keys ON ${KEY_WORDS} @@ word
      UNION
      SELECT api_keys.id, position FROM words JOIN users ON ${NAME_WORDS} @@ word JOIN api_keys ON user_id = users.id
    ) AS found
    GROUP BY id HAVING count(*) = (SELECT count(*) FROM words)`;
}
