import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database, sql } from '#libs/database';
import { type Role } from '#libs/access';
import { EndpointRegistry, httpErrors } from '#libs/http';
import type { Me } from '../me.dto.js';

/** Gets what a key is and may do. @throws InvalidApiKey if the key was deleted in the meantime */
export class GetMe extends Query<Me> {
  constructor(readonly keyId: string) {
    super();
  }
}

interface Row {
  userId: string;
  displayName: string;
  image: string | null;
  role: Role;
  name: string;
  expiresAt: Date | null;
  rateLimit: number | null;
}

const READ = sql(`
  SELECT users.id AS "userId", display_name AS "displayName", image, role, name, expires_at AS "expiresAt",
    rate_limit AS "rateLimit"
  FROM api_keys JOIN users ON users.id = api_keys.user_id
  WHERE api_keys.id = $1`);

@QueryHandler(GetMe)
export class GetMeHandler implements IQueryHandler<GetMe> {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointRegistry,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ keyId }: GetMe): Promise<Me> {
    const [row] = await this.database.query<Row>(READ, [keyId]);
    if (row === undefined) throw new httpErrors.InvalidApiKey();
    const { RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS } = this.configuration;
    return {
      user: { id: row.userId, displayName: row.displayName, image: row.image },
      role: row.role,
      scopes: this.endpoints.scopesOf(row.role),
      key: { id: keyId, name: row.name, expiresAt: row.expiresAt },
      rateLimit: { limit: row.rateLimit ?? RATE_LIMIT_REQUESTS, windowSeconds: RATE_LIMIT_WINDOW_SECONDS },
    };
  }
}
