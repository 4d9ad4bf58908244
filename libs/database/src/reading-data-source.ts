import { DataSource, type ObjectLiteral, type QueryRunner } from 'typeorm';
import { hasSqlState } from './database-errors.js';
import { outsideUnitOfWork } from './entity-subscriber.js';

/** What PostgreSQL answers to a write in a transaction that is read-only. */
const READ_ONLY_SQL_TRANSACTION = '25006';

/**
 * A data source whose `query()` cannot write, whatever the SQL looks like or calls: without a runner it runs in a
 * read-only transaction. The same holds for `query()` of repositories and entity managers.
 */
export class ReadingDataSource extends DataSource {
  // oxlint-disable-next-line typescript/no-explicit-any -- as TypeORM declares it
  override async query<Result = any>(
    query: string,
    parameters?: unknown[] | ObjectLiteral,
    runner?: QueryRunner,
  ): Promise<Result> {
    if (runner !== undefined) return super.query<Result>(query, parameters, runner);
    try {
      return await this.transaction(({ queryRunner }) => super.query<Result>(query, parameters, queryRunner));
    } catch (error) {
      throw hasSqlState(error, READ_ONLY_SQL_TRANSACTION) ? outsideUnitOfWork(query) : error;
    }
  }
}
