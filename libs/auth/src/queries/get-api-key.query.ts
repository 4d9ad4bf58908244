import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { isId } from '#libs/http';
import type { ApiKey } from '../api-key.dto.js';
import { ApiKeyReader } from '../api-key-reader.js';
import { ApiKeyNotFound } from '../auth.errors.js';

/** @throws ApiKeyNotFound */
export class GetApiKey extends Query<ApiKey> {
  constructor(
    /** As the client sent it. */
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetApiKey)
export class GetApiKeyHandler implements IQueryHandler<GetApiKey> {
  constructor(private readonly reader: ApiKeyReader) {}

  async execute({ id }: GetApiKey): Promise<ApiKey> {
    const [key] = isId(id) ? await this.reader.read([id]) : [];
    if (key === undefined) throw new ApiKeyNotFound();
    return key;
  }
}
