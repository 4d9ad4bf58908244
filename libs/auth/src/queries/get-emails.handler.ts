import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { GetEmails } from '#libs/profiles';

const EMAILS = sql('SELECT id, email FROM users WHERE id = ANY ($1::uuid[])');

/** Answers the query of #libs/profiles: this module owns the users. */
@QueryHandler(GetEmails)
export class GetEmailsHandler implements IQueryHandler<GetEmails> {
  constructor(private readonly database: Database) {}

  async execute({ ids }: GetEmails): Promise<ReadonlyMap<string, string>> {
    const users = await this.database.query<{ id: string; email: string }>(EMAILS, [ids]);
    return new Map(users.map(({ id, email }) => [id, email]));
  }
}
