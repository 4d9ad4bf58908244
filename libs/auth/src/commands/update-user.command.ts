import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { ShardedCounters } from '#libs/projections';
import { UnitOfWork } from '#libs/database';
import type { Repository } from 'typeorm';
import { LastAdministrator, UserNotFound } from '../auth.errors.js';
import { differencesOf } from '../differences.js';
import { UserChanged } from '../events/user-changed.event.js';
import { PROFILE_CHANGES } from '../queries/get-profiles.handler.js';
import type { UpdateUserBody, User } from '../user.dto.js';
import { UserEntity } from '../user.entity.js';
import { userSubject } from '../user-subject.js';

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
    private readonly counts: ShardedCounters,
  ) {}

  execute({ id, changes, actor }: UpdateUser): Promise<User> {
    return this.unitOfWork.run(async (transaction) => {
      const users = transaction.manager.getRepository(UserEntity);
      await requireOtherAdministrator(users, id, changes);
      const user = await users.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (user === null) throw new UserNotFound();
      const differences = differencesOf(user, changes);
      if (Object.keys(differences).length === 0) return user;
      const updated = await users.save(users.merge(user, changes));
      await this.counts.add(transaction, [{ name: PROFILE_CHANGES, delta: 1 }]);
      await transaction.publish(new UserChanged(id, updated.role, updated.suspended));
      await transaction.publish(new Audited(actor, 'user.changed', userSubject(updated), differences));
      return updated;
    });
  }
}

/** Locks the administrators: changes that could leave the service without one wait for each other. @throws LastAdministrator */
async function requireOtherAdministrator(
  users: Repository<UserEntity>,
  id: string,
  changes: UpdateUserBody,
): Promise<void> {
  const removes = (changes.role !== undefined && changes.role !== 'admin') || changes.suspended === true;
  if (!removes) return;
  const administrators = await users.find({
    select: { id: true },
    where: { role: 'admin', suspended: false },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  if (administrators.length === 1 && administrators[0]?.id === id) throw new LastAdministrator();
}
