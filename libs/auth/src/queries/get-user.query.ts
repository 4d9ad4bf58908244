import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Transaction } from '#libs/database';
import { isId } from '#libs/http';
import { UserNotFound } from '#libs/profiles';
import type { User } from '../user.dto.js';
import { UserEntity } from '../user.entity.js';

/** A user as they are now. @throws UserNotFound */
export class GetUser extends Query<User> {
  constructor(
    /** As the client sent it. */
    readonly id: string,
    readonly transaction?: Transaction,
  ) {
    super();
  }
}

@QueryHandler(GetUser)
export class GetUserHandler implements IQueryHandler<GetUser> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async execute({ id, transaction }: GetUser): Promise<User> {
    const users = transaction?.manager.getRepository(UserEntity) ?? this.users;
    const user = isId(id) ? await users.findOneBy({ id }) : null;
    if (user === null) throw new UserNotFound();
    return user;
  }
}
