import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { GetUserDetails } from '#libs/profiles';
import { UserEntity } from '../user.entity.js';

/** Answers the query of #libs/profiles: this module owns the users. */
@QueryHandler(GetUserDetails)
export class GetUserDetailsHandler implements IQueryHandler<GetUserDetails> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async execute({ ids }: GetUserDetails): Promise<ReadonlyMap<string, UserEntity>> {
    const users = await this.users.find({
      select: { id: true, email: true, externalId: true, tags: true },
      where: { id: In(ids) },
    });
    return new Map(users.map((user) => [user.id, user]));
  }
}
