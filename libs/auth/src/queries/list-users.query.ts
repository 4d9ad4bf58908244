import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, everyWordOf, sql } from '#libs/database';
import { Pagination } from '#libs/http';
import { Conditions } from '../conditions.js';
import { USER_WORDS } from '../search.js';
import { withImage } from '../stored-image.js';
import type { User, UserList, UsersQuery } from '../user.dto.js';

export class ListUsers extends Query<UserList> {
  constructor(readonly query: UsersQuery) {
    super();
  }
}

/** SQL of what each order goes by. */
const ORDERS = { createdAt: 'created_at', displayName: 'lower(display_name)', email: 'email' };

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(private readonly database: Database) {}

  async execute({ query }: ListUsers): Promise<UserList> {
    const conditions = conditionsOf(query);
    const { where, values } = conditions;
    const [count] = await this.database.query<{ total: number }>(
      sql(`SELECT count(*)::int AS total FROM users ${where}`),
      values,
    );
    const pagination = new Pagination(query, count?.total ?? 0);
    return { users: await this.readPage(query, conditions, pagination.total), pagination };
  }

  /** Reads a page from the nearer end of the list, so that the last one costs as little as the first. */
  private async readPage({ sort, order, offset, size }: UsersQuery, by: Conditions, total: number): Promise<User[]> {
    const length = Math.min(size, total - offset);
    if (length <= 0) return [];
    const isBackwards = offset > total / 2;
    const direction = (order === 'asc') === isBackwards ? 'DESC' : 'ASC';
    const page = sql(`
      SELECT id, email, display_name AS "displayName", image, role, suspended, created_at AS "createdAt", updated_at AS "updatedAt"
      FROM users ${by.where} ORDER BY ${ORDERS[sort]} ${direction}, id ${direction}
      LIMIT $${by.values.length + 1} OFFSET $${by.values.length + 2}`);
    const skipped = isBackwards ? total - offset - length : offset;
    const users = (await this.database.query<User>(page, [...by.values, length, skipped])).map(withImage);
    return isBackwards ? users.reverse() : users;
  }
}

function conditionsOf({ search, role, suspended }: UsersQuery): Conditions {
  const conditions = new Conditions();
  conditions.add(search === '' ? undefined : search, (text) => `${USER_WORDS} @@ ${everyWordOf(text)}`);
  conditions.add(role, (value) => `role = ${value}`);
  conditions.add(suspended, (value) => `suspended = ${value}`);
  return conditions;
}
