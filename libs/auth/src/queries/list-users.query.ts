import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { everyWordOf } from '#libs/database';
import { Pagination, textKey } from '#libs/http';
import { USER_WORDS } from '../search.js';
import type { User, UserList, UsersQuery } from '../user.dto.js';
import { UserEntity } from '../user.entity.js';

export class ListUsers extends Query<UserList> {
  constructor(readonly query: UsersQuery) {
    super();
  }
}

/** The sort key of each order. */
const ORDERS = { createdAt: 'users.createdAt', displayName: 'lower(users.displayName)', email: 'users.email' };

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async execute({ query }: ListUsers): Promise<UserList> {
    const { search, role, suspended, applicationId, tag } = query;
    const matching = this.users.createQueryBuilder('users');
    if (search) matching.andWhere(`${USER_WORDS} @@ ${everyWordOf(':search')}`, { search });
    if (role !== undefined) matching.andWhere({ role });
    if (suspended !== undefined) matching.andWhere({ suspended });
    if (applicationId !== undefined) matching.andWhere({ applicationId });
    // The second condition is that of the index.
    if (tag !== undefined)
      matching.andWhere(`users.tagKeys @> ARRAY[:key]::text[] AND users.tagKeys <> '{}'`, { key: textKey(tag) });
    const pagination = new Pagination(query, await matching.getCount());
    return { users: await readPage(matching, query, pagination.total), pagination };
  }
}

/** Reads a page from the nearer end of the list, so that the last one costs as little as the first. */
async function readPage(
  matching: SelectQueryBuilder<UserEntity>,
  { sort, order, offset, size }: UsersQuery,
  total: number,
): Promise<User[]> {
  const length = Math.min(size, total - offset);
  if (length <= 0) return [];
  const isBackwards = offset > total / 2;
  const direction = (order === 'asc') === isBackwards ? 'DESC' : 'ASC';
  const users = await matching
    .orderBy(ORDERS[sort], direction)
    .addOrderBy('users.id', direction)
    .offset(isBackwards ? total - offset - length : offset)
    .limit(length)
    .getMany();
  return isBackwards ? users.reverse() : users;
}
