import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';

/** Whether there is an administrator who is not suspended. */
export class HasAdministrator extends Query<boolean> {}

const FIND = sql(`SELECT 1 FROM users WHERE role = 'admin' AND NOT suspended LIMIT 1`);

@QueryHandler(HasAdministrator)
export class HasAdministratorHandler implements IQueryHandler<HasAdministrator> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<boolean> {
    return (await this.database.query(FIND)).length > 0;
  }
}
