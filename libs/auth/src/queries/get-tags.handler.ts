import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { GetTags } from '#libs/profiles';
import { UserEntity } from '../user.entity.js';

/** Answers the query of #libs/profiles: this module owns the users. */
@QueryHandler(GetTags)
export class GetTagsHandler implements IQueryHandler<GetTags> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async execute({ ids }: GetTags): Promise<ReadonlyMap<string, readonly string[]>> {
    const users = await this.users.find({ select: { id: true, tags: true }, where: { id: In(ids) } });
    return new Map(users.filter(({ tags }) => tags.length > 0).map(({ id, tags }) => [id, tags]));
  }
}
