import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { BackofficeEndpoint } from '#libs/http';
import { ApiKeyNotFound } from './auth.errors.js';
import { KeyUsage, UsageOfOneKey } from './key-usage.dto.js';
import { GetKeyUsage } from './queries/get-key-usage.query.js';
import { GetUsageOfKey } from './queries/get-usage-of-key.query.js';

@ApiTags('API keys')
@Controller()
export class KeyUsageController {
  constructor(private readonly queries: QueryBus) {}

  @BackofficeEndpoint('GET /key-usage', {
    summary: 'Show how much the keys were used in the last 24 hours',
    description: 'Requests of the API with a valid key, counted some seconds after their answers.',
    returns: KeyUsage,
  })
  getKeyUsage(): Promise<KeyUsage> {
    return this.queries.execute(new GetKeyUsage());
  }

  @BackofficeEndpoint('GET /keys/:id/usage', {
    summary: 'Show how much a key was used in the last 7 days, and from which addresses',
    description: 'Counted some seconds after the answers.',
    params: { id: 'Id of the key' },
    returns: UsageOfOneKey,
    errors: [ApiKeyNotFound],
  })
  getUsageOfKey(@Param('id') id: string): Promise<UsageOfOneKey> {
    return this.queries.execute(new GetUsageOfKey(id));
  }
}
