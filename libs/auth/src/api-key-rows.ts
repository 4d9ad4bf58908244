import { type Database, sql, type Transaction } from '#libs/database';
import type { ApiKey } from './api-key.dto.js';
import { scopesOf } from './roles.js';

const READ = sql(`
  SELECT api_keys.id, name, shown, created_by AS "createdBy", creators.display_name AS "creatorName",
    api_keys.created_at AS "createdAt", expires_at AS "expiresAt", COALESCE(expires_at <= now(), false) AS "isExpired",
    last_used_at AS "lastUsedAt",
    json_build_object('id', user_id, 'displayName', owners.display_name, 'role', owners.role, 'suspended', owners.suspended) AS owner
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
  JOIN api_keys ON api_keys.id = wanted.id
  JOIN users AS owners ON owners.id = user_id
  LEFT JOIN users AS creators ON creators.id = created_by
  ORDER BY place`);

/** Reads keys as they are shown, with owner and creator as they are now, in the order of their ids. */
export async function readApiKeys(database: Pick<Database | Transaction, 'query'>, ids: string[]): Promise<ApiKey[]> {
  const keys = await database.query<ApiKey & Record<string, unknown>>(READ, [ids]);
  return keys.map((key) => ({ ...key, owner: { ...key.owner, scopes: scopesOf(key.owner) } }));
}
