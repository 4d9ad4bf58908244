import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database, BatchLoader, sql } from '#libs/database';
import type { Role } from '#libs/access';
import { DatabaseUnavailable, type Principal } from '#libs/http';
import { TimeoutError, withTimeout } from '#libs/traffic';
import { ACT_FOR_PLAYERS } from './players/access.js';

/** A user and their rights, as they are when the key is resolved. */
interface ResolvedUser {
  id: string;
  role: Role;
  suspended: boolean;
}

/** A principal with what the guard needs to know of its key and its user, as they are when the key is resolved. */
export interface ResolvedPrincipal extends Principal {
  /** The key whose count of the rate limit a request adds to: a key shares it with those that it was rotated from. */
  countedKeyId: string;
  role: Role;
  suspended: boolean;
  /** Requests per window; null for the limit of the service. */
  rateLimit: number | null;
  /** The player of the key's user whom the request names; undefined if there is none. */
  player: ResolvedUser | undefined;
}

const KEY_COLUMNS = `
  api_keys.hash, api_keys.id, coalesce(api_keys.counts_for, api_keys.id) AS counted_id, api_keys.user_id, api_keys.rate_limit, users.role, users.suspended`;

const IS_VALID = '(api_keys.expires_at IS NULL OR api_keys.expires_at > now()) AND NOT api_keys.disabled';

const RESOLVE = sql(`
  SELECT ${KEY_COLUMNS}
  FROM api_keys JOIN users ON users.id = api_keys.user_id
  WHERE api_keys.hash = ANY ($1::bytea[]) AND ${IS_VALID}`);

/** The same for requests of which some name a player. With the limits it searches unique indexes, also before the statistics know of players. */
const RESOLVE_WITH_PLAYERS = sql(`
  SELECT owned.*, named.external_id, players.id AS player_id, players.role AS player_role, players.suspended AS player_suspended
  FROM unnest($1::bytea[], $2::text[]) AS named (hash, external_id)
  CROSS JOIN LATERAL (
    SELECT ${KEY_COLUMNS} FROM api_keys JOIN users ON users.id = api_keys.user_id
    WHERE api_keys.hash = named.hash AND ${IS_VALID} LIMIT 1
  ) AS owned
  LEFT JOIN LATERAL (
    SELECT id, role, suspended FROM users
    WHERE application_id = owned.user_id AND external_id = named.external_id LIMIT 1
  ) AS players ON true`);

interface Row {
  hash: Buffer;
  id: string;
  counted_id: string;
  user_id: string;
  role: Role;
  suspended: boolean;
  rate_limit: number | null;
  external_id?: string | null;
  player_id?: string | null;
  player_role?: Role;
  player_suspended?: boolean;
}

/** A key, by the hash in base64url, and the player whom the request names. */
interface Named {
  hash: string;
  externalId: string | undefined;
}

const idOf = ({ hash, externalId }: Named) => (externalId === undefined ? hash : `${hash} ${externalId}`);

/** Resolves API keys to users and roles: one look-up per request, in batched queries. */
@Injectable()
export class ApiKeyResolver {
  private readonly lookup: BatchLoader<Named, ResolvedPrincipal>;

  constructor(
    private readonly database: Database,
    @Inject(CONFIGURATION) { REQUEST_DEADLINE_MS }: Configuration,
  ) {
    // A request that arrives during a query waits for that query and the next one.
    const longest = REQUEST_DEADLINE_MS / 3;
    this.lookup = new BatchLoader(async (named) => {
      const rows = await withTimeout(longest, this.query(named)).catch((error: unknown) => {
        throw error instanceof TimeoutError ? new DatabaseUnavailable() : error;
      });
      const found = new Map(rows.map((row) => [idOf(namedBy(row)), toPrincipal(row)]));
      return new Map(named.map((one) => [one, found.get(idOf(one))]));
    }, idOf);
  }

  /**
   * @param hash of the key, in base64url
   * @param externalId of the player whom the request names, if any
   * @returns undefined for a key that is unknown, deleted, disabled or expired
   * @throws DatabaseUnavailable if the database does not answer within two thirds of a request's deadline; the rest is for the rate limit
   */
  resolve(hash: string, externalId?: string): Promise<ResolvedPrincipal | undefined> {
    return this.lookup.get({ hash, externalId });
  }

  private query(named: Named[]): Promise<Row[]> {
    const hashes = named.map(({ hash }) => Buffer.from(hash, 'base64url'));
    const externalIds = named.map(({ externalId }) => externalId ?? null);
    return externalIds.every((one) => one === null)
      ? this.database.query<Row & object>(RESOLVE, [hashes])
      : this.database.query<Row & object>(RESOLVE_WITH_PLAYERS, [hashes, externalIds]);
  }
}

const namedBy = ({ hash, external_id }: Row): Named => ({
  hash: hash.toString('base64url'),
  externalId: external_id ?? undefined,
});

function toPrincipal(row: Row): ResolvedPrincipal {
  const { role, suspended, player_id, player_role, player_suspended } = row;
  return {
    keyId: row.id,
    userId: row.user_id,
    admin: role === 'admin',
    applicationId: null,
    hasPlayers: ACT_FOR_PLAYERS.isGivenBy(role),
    countedKeyId: row.counted_id,
    role,
    suspended,
    rateLimit: row.rate_limit,
    player:
      player_id == null
        ? undefined
        : { id: player_id, role: player_role as Role, suspended: player_suspended as boolean },
  };
}
