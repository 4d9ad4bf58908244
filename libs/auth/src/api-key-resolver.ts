import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database, BatchLoader, sql } from '#libs/database';
import type { Role } from '#libs/access';
import { DatabaseUnavailable, type Principal } from '#libs/http';
import { TimeoutError, withTimeout } from '#libs/traffic';

/** A principal with what the guard needs to know of its key and its user, as they are when the key is resolved. */
export interface ResolvedPrincipal extends Principal {
  /** The key whose count of the rate limit a request adds to: a key shares it with those that it was rotated from. */
  countedKeyId: string;
  role: Role;
  suspended: boolean;
  /** Requests per window; null for the limit of the service. */
  rateLimit: number | null;
}

const RESOLVE = sql(`
  SELECT api_keys.hash, api_keys.id, coalesce(api_keys.counts_for, api_keys.id) AS counted_id, api_keys.user_id, api_keys.rate_limit, users.role, users.suspended
  FROM api_keys JOIN users ON users.id = api_keys.user_id
  WHERE api_keys.hash = ANY ($1::bytea[]) AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now())
    AND NOT api_keys.disabled`);

interface Row {
  hash: Buffer;
  id: string;
  counted_id: string;
  user_id: string;
  role: Role;
  suspended: boolean;
  rate_limit: number | null;
}

/** Resolves API keys to users and roles: one look-up per request, in batched queries. */
@Injectable()
export class ApiKeyResolver {
  private readonly lookup: BatchLoader<string, ResolvedPrincipal>;

  constructor(database: Database, @Inject(CONFIGURATION) { REQUEST_DEADLINE_MS }: Configuration) {
    // A request that arrives during a query waits for that query and the next one.
    const longest = REQUEST_DEADLINE_MS / 3;
    this.lookup = new BatchLoader(async (hashes) => {
      const parameters = [hashes.map((hash) => Buffer.from(hash, 'base64url'))];
      const rows = await withTimeout(longest, database.query<Row>(RESOLVE, parameters)).catch((error: unknown) => {
        throw error instanceof TimeoutError ? new DatabaseUnavailable() : error;
      });
      return new Map(
        rows.map(({ hash, id, counted_id, user_id, role, suspended, rate_limit }) => [
          hash.toString('base64url'),
          {
            keyId: id,
            userId: user_id,
            admin: role === 'admin',
            countedKeyId: counted_id,
            role,
            suspended,
            rateLimit: rate_limit,
          },
        ]),
      );
    });
  }

  /**
   * @param hash of the key, in base64url
   * @returns undefined for a key that is unknown, deleted, disabled or expired
   * @throws DatabaseUnavailable if the database does not answer within two thirds of a request's deadline; the rest is for the rate limit
   */
  resolve(hash: string): Promise<ResolvedPrincipal | undefined> {
    return this.lookup.get(hash);
  }
}
