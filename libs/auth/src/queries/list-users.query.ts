import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, type PageQuery, Pagination, sql } from '#libs/platform';
import type { User, UserList } from '../auth.dto.js';

/** Newest first. */
export class ListUsers extends Query<UserList> {
  constructor(readonly page: PageQuery) {
    super();
  }
}

const PAGE = sql(`
  SELECT id, email, display_name AS "displayName", image, role, suspended, created_at AS "createdAt", updated_at AS "updatedAt"
  FROM users ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`);

const TOTAL = sql('SELECT count(*)::int AS total FROM users');

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(private readonly database: Database) {}

  async execute({ page }: ListUsers): Promise<UserList> {
    const [users, [count]] = await Promise.all([
      this.database.query<User>(PAGE, [page.size, page.offset]),
      this.database.query<{ total: number }>(TOTAL),
    ]);
    return { users, pagination: new Pagination(page, count?.total ?? 0) };
  }
}
