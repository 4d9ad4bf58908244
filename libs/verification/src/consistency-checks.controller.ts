import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { BackofficeEndpoint } from '#libs/http';
import { ConsistencyCheckList } from './consistency-checks.dto.js';
import { ListConsistencyChecks } from './list-consistency-checks.query.js';

@ApiTags('Operations')
@Controller()
export class ConsistencyChecksController {
  constructor(private readonly queries: QueryBus) {}

  @BackofficeEndpoint('GET /consistency-checks', {
    summary: 'List the last results of the consistency checks',
    description: 'The command `npm run verify` runs the checks and stores their results.',
    returns: ConsistencyCheckList,
  })
  listConsistencyChecks(): Promise<ConsistencyCheckList> {
    return this.queries.execute(new ListConsistencyChecks());
  }
}
