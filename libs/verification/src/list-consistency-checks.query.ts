import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import type { ConsistencyCheckList, ConsistencyCheckResult } from './consistency-checks.dto.js';

/** The last result of each consistency check, by name. */
export class ListConsistencyChecks extends Query<ConsistencyCheckList> {}

const LIST = sql('SELECT name, checked_at AS "checkedAt", differences FROM consistency_checks ORDER BY name');

@QueryHandler(ListConsistencyChecks)
export class ListConsistencyChecksHandler implements IQueryHandler<ListConsistencyChecks> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<ConsistencyCheckList> {
    return { checks: await this.database.query<ConsistencyCheckResult & object>(LIST) };
  }
}
