import { Injectable } from '@nestjs/common';
import { Database, type Reader, sql } from '#libs/database';
import { EndpointRegistry } from '#libs/http';
import type { ApiKey } from './api-key.dto.js';

const READ = sql(`
  SELECT api_keys.id, name, shown, created_by AS "createdBy", creators.display_name AS "creatorName",
    api_keys.created_at AS "createdAt", expires_at AS "expiresAt", COALESCE(expires_at <= now(), false) AS "isExpired",
    disabled, rate_limit AS "rateLimit", last_used_at AS "lastUsedAt",
    (SELECT json_build_object('id', old.id, 'shown', old.shown) FROM api_keys AS old WHERE old.id = api_keys.rotated_from) AS replaces,
    (SELECT json_build_object('id', successor.id, 'shown', successor.shown) FROM api_keys AS successor
      WHERE successor.rotated_from = api_keys.id ORDER BY successor.id DESC LIMIT 1) AS "replacedBy",
    json_build_object('id', user_id, 'displayName', owners.display_name, 'role', owners.role, 'suspended', owners.suspended) AS owner
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, position)
  JOIN api_keys ON api_keys.id = wanted.id
  JOIN users AS owners ON owners.id = user_id
  LEFT JOIN users AS creators ON creators.id = created_by
  ORDER BY position`);

/** Reads keys with their owners and creators. */
@Injectable()
export class ApiKeyReader {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointRegistry,
  ) {}

  /**
   * @param ids in the order of the result; unknown ones are skipped
   * @returns the keys, with owner and creator as they are now
   */
  async read(ids: string[], reader: Reader = this.database): Promise<ApiKey[]> {
    const keys = await reader.query<ApiKey & Record<string, unknown>>(READ, [ids]);
    return keys.map((key) => ({ ...key, owner: { ...key.owner, scopes: this.scopesOf(key.owner) } }));
  }

  /** The current scopes of a user's keys: none while the user is suspended. */
  private scopesOf({ role, suspended }: ApiKey['owner']): string[] {
    return suspended ? [] : this.endpoints.scopesOf(role);
  }
}
