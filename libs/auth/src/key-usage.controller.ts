import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { BackofficeEndpoint } from '#libs/http';
import { ApiKeyNotFound } from './auth.errors.js';
import { UsageOverview, KeyUsage } from './key-usage.dto.js';
import { GetUsageOverview } from './queries/get-usage-overview.query.js';
import { GetKeyUsage } from './queries/get-key-usage.query.js';

@ApiTags('API keys')
@Controller()
export class KeyUsageController {
  constructor(private readonly queries: QueryBus) {}

  @BackofficeEndpoint('GET /key-usage', {
    summary: 'Show how much the keys were used in the last 24 hours',
    description: 'Requests of the API with a valid key, counted some seconds after their answers.',
    returns: UsageOverview,
  })
  getUsageOverview(): Promise<UsageOverview> {
    return this.queries.execute(new GetUsageOverview());
  }

  @BackofficeEndpoint('GET /keys/:id/usage', {
    summary: 'Show how much a key was used in the last 7 days, and from which addresses',
    description: 'Counted some seconds after the answers.',
    params: { id: 'Id of the key' },
    returns: KeyUsage,
    errors: [ApiKeyNotFound],
  })
  getKeyUsage(@Param('id') id: string): Promise<KeyUsage> {
    return this.queries.execute(new GetKeyUsage(id));
  }
}
