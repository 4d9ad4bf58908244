import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { storedForms } from '../email.js';
import type { User } from '../user.dto.js';
import { UserEntity } from '../user.entity.js';

/** A user as they are now, by id or by email, in whichever form the email is stored. */
export class FindUser extends Query<User | undefined> {
  constructor(readonly by: { id: string } | { email: string }) {
    super();
  }
}

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async execute({ by }: FindUser): Promise<User | undefined> {
    if ('id' in by) return (await this.users.findOneBy({ id: by.id })) ?? undefined;
    const forms = storedForms(by.email);
    const found = await this.users.findBy({ email: In(forms) });
    return found.toSorted((one, other) => forms.indexOf(one.email) - forms.indexOf(other.email))[0];
  }
}
