import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { storedForms } from '../email.js';
import { withImage } from '../stored-image.js';
import type { User } from '../user.dto.js';

/** A user as they are now, by id or by email, in whichever form the email is stored. */
export class FindUser extends Query<User | undefined> {
  constructor(readonly by: { id: string } | { email: string }) {
    super();
  }
}

const COLUMNS = `id, email, display_name AS "displayName", image, role, suspended, created_at AS "createdAt",
  updated_at AS "updatedAt"`;
const BY_ID = sql(`SELECT ${COLUMNS} FROM users WHERE id = $1`);
const BY_EMAIL = sql(
  `SELECT ${COLUMNS} FROM users WHERE email = ANY ($1::text[]) ORDER BY array_position($1, email) LIMIT 1`,
);

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(private readonly database: Database) {}

  async execute({ by }: FindUser): Promise<User | undefined> {
    const [user] =
      'id' in by
        ? await this.database.query<User>(BY_ID, [by.id])
        : await this.database.query<User>(BY_EMAIL, [storedForms(by.email)]);
    return user && withImage(user);
  }
}
