import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, type Repository } from 'typeorm';
import { GetEmails } from '#libs/profiles';
import { UserEntity } from '../user.entity.js';

/** Answers the query of #libs/profiles: this module owns the users. */
@QueryHandler(GetEmails)
export class GetEmailsHandler implements IQueryHandler<GetEmails> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async execute({ ids }: GetEmails): Promise<ReadonlyMap<string, string>> {
    const users = await this.users.find({
      select: { id: true, email: true },
      where: { id: In(ids), email: Not(IsNull()) },
    });
    return new Map(users.map(({ id, email }) => [id, email ?? '']));
  }
}
