import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { ShardedCounters } from '#libs/projections';
import { sql, type Transaction, UnitOfWork } from '#libs/database';
import { LastAdministrator, UserNotFound } from '../auth.errors.js';
import { UserChanged } from '../events/user-changed.event.js';
import { PROFILE_CHANGES } from '../queries/get-profiles.handler.js';
import type { UpdateUserBody, User } from '../user.dto.js';
import { UserEntity } from '../user.entity.js';

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

/** Changes that could leave the service without an administrator wait for each other here. */
const LOCK_ADMINISTRATORS = sql(`
  SELECT id FROM users WHERE role = 'admin' AND NOT suspended ORDER BY id FOR UPDATE`);

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly counts: ShardedCounters,
  ) {}

  execute({ id, changes, actor }: UpdateUser): Promise<User> {
    return this.unitOfWork.run(async (transaction) => {
      await refuseToRemoveLast(transaction, id, changes);
      const users = transaction.manager.getRepository(UserEntity);
      const user = await users.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (user === null) throw new UserNotFound();
      const differences = differencesOf(user, changes);
      if (Object.keys(differences).length === 0) return user;
      const updated = await users.save(users.merge(user, changes));
      await this.counts.add(transaction, [{ name: PROFILE_CHANGES, delta: 1 }]);
      await transaction.publish(new UserChanged(id, updated.role, updated.suspended));
      const subject = { kind: 'user', id, name: updated.displayName };
      await transaction.publish(new Audited(actor, 'user.changed', subject, differences));
      return updated;
    });
  }
}

async function refuseToRemoveLast(transaction: Transaction, id: string, changes: UpdateUserBody): Promise<void> {
  const removes = (changes.role !== undefined && changes.role !== 'admin') || changes.suspended === true;
  if (!removes) return;
  const administrators = await transaction.query<{ id: string }>(LOCK_ADMINISTRATORS);
  if (administrators.length === 1 && administrators[0]?.id === id) throw new LastAdministrator();
}

/** What is to become different, by field. */
function differencesOf(user: User, changes: UpdateUserBody): Record<string, { from: unknown; to: unknown }> {
  const fields = ['displayName', 'image', 'role', 'suspended'] as const;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const [from, to] = [user[field], changes[field]];
      return to === undefined || to === from ? [] : [[field, { from, to }]];
    }),
  );
}
