import { DataSource, type ObjectLiteral, type QueryRunner } from 'typeorm';

/**
 * A data source whose `query()` cannot write, whatever the SQL looks like or calls: without a runner it runs in a
 * read-only transaction. The same holds for `query()` of repositories and entity managers.
 */
export class ReadingDataSource extends DataSource {
  // oxlint-disable-next-line typescript/no-explicit-any -- as TypeORM declares it
  override query<Result = any>(
    query: string,
    parameters?: unknown[] | ObjectLiteral,
    runner?: QueryRunner,
  ): Promise<Result> {
    if (runner !== undefined) return super.query<Result>(query, parameters, runner);
    return this.transaction(({ queryRunner }) => super.query<Result>(query, parameters, queryRunner));
  }
}
