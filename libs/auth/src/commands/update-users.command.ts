import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { ConfirmationRequired } from '#libs/http';
import { LastAdministratorNamed, OwnAccess } from '../auth.errors.js';
import { expectUsers } from '../named-users.js';
import { isRaised, removesAccess, UserChanges } from '../user-changes.js';
import type { UpdateUsersBody, User } from '../user.dto.js';

/**
 * Changes users, all or none of them. The result is in the order of the ids.
 * @throws ValidationFailed for ids of no user, OwnAccess, LastAdministratorNamed, PlayerKeepsRole, ConfirmationRequired
 */
export class UpdateUsers extends Command<User[]> {
  constructor(
    readonly body: UpdateUsersBody,
    readonly actor: UserActor,
    /** Whether the actor has confirmed who they are, which is needed to raise a user. */
    readonly isConfirmed: boolean,
  ) {
    super();
  }
}

@CommandHandler(UpdateUsers)
export class UpdateUsersHandler implements ICommandHandler<UpdateUsers> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly userChanges: UserChanges,
  ) {}

  execute({ body: { users: named, ...changes }, actor, isConfirmed }: UpdateUsers): Promise<User[]> {
    const ids = named.map(({ id }) => id);
    return this.unitOfWork.run(async (transaction) => {
      const { users, last } = await this.userChanges.lock(transaction, ids, changes);
      expectUsers(named, new Set(users.map(({ id }) => id)));
      const self = users.find(({ id }) => id === actor.userId);
      if (self !== undefined && removesAccess(changes)) throw new OwnAccess(self.displayName);
      if (last[0] !== undefined) throw new LastAdministratorNamed(last[0].displayName);
      if (!isConfirmed && users.some((user) => isRaised(user, changes))) throw new ConfirmationRequired();
      return this.userChanges.apply(transaction, users, changes, actor);
    });
  }
}
