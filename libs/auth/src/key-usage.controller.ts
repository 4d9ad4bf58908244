import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AdminEndpoint } from '#libs/http';
import { KeyUsage } from './key-usage.dto.js';
import { GetKeyUsage } from './queries/get-key-usage.query.js';

@ApiTags('API keys')
@Controller()
export class KeyUsageController {
  constructor(private readonly queries: QueryBus) {}

  @AdminEndpoint('GET /key-usage', {
    summary: 'Show how much the keys were used in the last 24 hours',
    description: 'Requests of the API with a valid key, counted some seconds after their answers.',
    returns: KeyUsage,
  })
  getKeyUsage(): Promise<KeyUsage> {
    return this.queries.execute(new GetKeyUsage());
  }
}
