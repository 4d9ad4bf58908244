import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { isId } from '#libs/http';
import type { ApiKey } from '../api-key.dto.js';
import { readApiKeys } from '../api-key-rows.js';
import { ApiKeyNotFound } from '../auth.errors.js';

/** @throws ApiKeyNotFound */
export class FindApiKey extends Query<ApiKey> {
  constructor(
    /** As the client sent it. */
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(FindApiKey)
export class FindApiKeyHandler implements IQueryHandler<FindApiKey> {
  constructor(private readonly database: Database) {}

  async execute({ id }: FindApiKey): Promise<ApiKey> {
    const [key] = isId(id) ? await readApiKeys(this.database, [id]) : [];
    if (key === undefined) throw new ApiKeyNotFound();
    return key;
  }
}
