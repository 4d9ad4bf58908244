import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { ConfirmationRequired } from '#libs/http';
import { UserNotFound } from '#libs/profiles';
import { LastAdministrator } from '../auth.errors.js';
import { isRaised, UserChanges } from '../user-changes.js';
import type { UpdateUserBody, User } from '../user.dto.js';

/** @throws UserNotFound, LastAdministrator, PlayerKeepsRole, ConfirmationRequired */
export class UpdateUser extends Command<User> {
  constructor(
    readonly id: string,
    readonly changes: UpdateUserBody,
    readonly actor: Actor,
    /** Whether the actor has confirmed who they are, which is needed to raise a user. */
    readonly isConfirmed: boolean,
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

  execute({ id, changes, actor, isConfirmed }: UpdateUser): Promise<User> {
    return this.unitOfWork.run(async (transaction) => {
      const { users, last } = await this.userChanges.lock(transaction, [id], changes);
      if (last.length > 0) throw new LastAdministrator();
      if (!isConfirmed && users.some((user) => isRaised(user, changes))) throw new ConfirmationRequired();
      const [updated] = await this.userChanges.apply(transaction, users, changes, actor);
      if (updated === undefined) throw new UserNotFound();
      return updated;
    });
  }
}
