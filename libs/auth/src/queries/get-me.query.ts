import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database, sql } from '#libs/database';
import { type Role } from '#libs/access';
import { EndpointRegistry, httpErrors, type Principal } from '#libs/http';
import type { Me } from '../me.dto.js';

/** Gets whom a key acts as, and what it may do. @throws InvalidApiKey if the key was deleted in the meantime */
export class GetMe extends Query<Me> {
  constructor(readonly principal: Pick<Principal, 'keyId' | 'userId'>) {
    super();
  }
}

interface Row {
  userId: string;
  displayName: string;
  image: string | null;
  role: Role;
  /** That of the key's user, whose scopes limit those of a player. */
  ownerRole: Role;
  name: string;
  expiresAt: Date | null;
  rateLimit: number | null;
}

const READ = sql(`
  SELECT users.id AS "userId", users.display_name AS "displayName", users.image, users.role, owners.role AS "ownerRole", name,
    expires_at AS "expiresAt", rate_limit AS "rateLimit"
  FROM api_keys JOIN users AS owners ON owners.id = api_keys.user_id JOIN users ON users.id = $2
  WHERE api_keys.id = $1`);

@QueryHandler(GetMe)
export class GetMeHandler implements IQueryHandler<GetMe> {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointRegistry,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ principal: { keyId, userId } }: GetMe): Promise<Me> {
    const [row] = await this.database.query<Row>(READ, [keyId, userId]);
    if (row === undefined) throw new httpErrors.InvalidApiKey();
    const ownerScopes = new Set(this.endpoints.scopesOf(row.ownerRole));
    const { RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS } = this.configuration;
    return {
      user: { id: row.userId, displayName: row.displayName, image: row.image },
      role: row.role,
      scopes: this.endpoints.scopesOf(row.role).filter((name) => ownerScopes.has(name)),
      key: { id: keyId, name: row.name, expiresAt: row.expiresAt },
      rateLimit: { limit: row.rateLimit ?? RATE_LIMIT_REQUESTS, windowSeconds: RATE_LIMIT_WINDOW_SECONDS },
    };
  }
}
