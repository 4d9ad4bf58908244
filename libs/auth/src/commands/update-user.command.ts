import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { UserNotFound } from '#libs/profiles';
import { LastAdministrator } from '../auth.errors.js';
import { UserChanges } from '../user-changes.js';
import type { UpdateUserBody, User } from '../user.dto.js';

/** @throws UserNotFound, LastAdministrator */
export class UpdateUser extends Command<User> {
  constructor(
    readonly id: string,
    readonly changes: UpdateUserBody,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly userChanges: UserChanges,
  ) {}

  execute({ id, changes, actor }: UpdateUser): Promise<User> {
    return this.unitOfWork.run(async (transaction) => {
      const { users, last } = await this.userChanges.lock(transaction, [id], changes);
      if (last.length > 0) throw new LastAdministrator();
      const [updated] = await this.userChanges.apply(transaction, users, changes, actor);
      if (updated === undefined) throw new UserNotFound();
      return updated;
    });
  }
}
