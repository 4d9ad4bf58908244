import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/** Whether there is an administrator who is not suspended. */
export class HasAdministrator extends Query<boolean> {}

@QueryHandler(HasAdministrator)
export class HasAdministratorHandler implements IQueryHandler<HasAdministrator> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  execute(): Promise<boolean> {
    return this.users.existsBy({ role: 'admin', suspended: false });
  }
}
