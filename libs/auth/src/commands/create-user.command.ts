import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited, hasSqlState, newId, UnitOfWork } from '#libs/platform';
import { EmailTaken } from '../auth.errors.js';
import { UserCreated } from '../events/user-created.event.js';
import type { CreateUserBody, User } from '../user.dto.js';
import { UserEntity } from '../user.entity.js';

/** @throws EmailTaken */
export class CreateUser extends Command<User> {
  constructor(
    readonly user: CreateUserBody,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(CreateUser)
export class CreateUserHandler implements ICommandHandler<CreateUser> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ user, actor }: CreateUser): Promise<User> {
    const { password, ...fields } = user;
    try {
      return await this.unitOfWork.run(async (transaction) => {
        const users = transaction.manager.getRepository(UserEntity);
        const created = users.create({ ...fields, id: newId(), suspended: false });
        await users.insert(created);
        await transaction.publish(new UserCreated(created.id, password));
        const { id, email, displayName, role } = created;
        const subject = { kind: 'user' as const, id, name: displayName };
        await transaction.publish(new Audited(actor, 'user.created', subject, { email, role }));
        return created;
      });
    } catch (error) {
      throw hasSqlState(error, '23505') ? new EmailTaken() : error;
    }
  }
}
