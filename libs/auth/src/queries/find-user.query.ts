import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { normalEmail } from '../email.js';
import type { User } from '../user.dto.js';
import { UserEntity } from '../user.entity.js';

/** A user as they are now, by id or by email, in whichever form it is written. */
export class FindUser extends Query<User | undefined> {
  constructor(readonly by: { id: string } | { email: string }) {
    super();
  }
}

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async execute({ by }: FindUser): Promise<User | undefined> {
    const user = await this.users.findOneBy('id' in by ? { id: by.id } : { email: normalEmail(by.email) });
    return user ?? undefined;
  }
}
