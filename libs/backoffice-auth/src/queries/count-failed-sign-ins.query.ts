import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import type { FailedSignInCount } from '../backoffice-auth.dto.js';

/** The failed sign-ins that the audit log does not contain yet: those of the current hour. */
export class CountFailedSignIns extends Query<FailedSignInCount> {}

const COUNT = sql('SELECT COALESCE(sum(failures), 0)::int AS failures FROM failed_sign_ins');

@QueryHandler(CountFailedSignIns)
export class CountFailedSignInsHandler implements IQueryHandler<CountFailedSignIns> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<FailedSignInCount> {
    const [counted] = await this.database.query<FailedSignInCount>(COUNT);
    return counted ?? { failures: 0 };
  }
}
