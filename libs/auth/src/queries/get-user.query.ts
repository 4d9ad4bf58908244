import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { isId } from '#libs/http';
import { UserNotFound } from '#libs/profiles';
import type { User } from '../user.dto.js';
import { UserEntity } from '../user.entity.js';

/** A user as they are now. @throws UserNotFound */
export class GetUser extends Query<User> {
  constructor(
    /** As the client sent it. */
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetUser)
export class GetUserHandler implements IQueryHandler<GetUser> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async execute({ id }: GetUser): Promise<User> {
    const user = isId(id) ? await this.users.findOneBy({ id }) : null;
    if (user === null) throw new UserNotFound();
    return user;
  }
}
