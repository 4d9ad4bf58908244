import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { DeferredDeletions, UnitOfWork } from '#libs/database';
import { UserNotFound } from '#libs/profiles';
import { ShardedCounters } from '#libs/projections';
import { UserErased } from '#libs/user-data';
import { ApplicationHasPlayers, LastAdministrator } from '../auth.errors.js';
import { SuspensionChanged } from '../events/suspension-changed.event.js';
import { PROFILE_CHANGES } from '../queries/get-profiles.handler.js';
import { UserChanges } from '../user-changes.js';
import { UserEntity } from '../user.entity.js';
import { userSubject } from '../user-subject.js';
import { ErasedUserEntity } from './erased-user.entity.js';
import type { EraseUserBody } from './erasure.dto.js';
import { LateErasure } from './late-erasure.js';

/** The longest wait for what is deleted after the commit, in milliseconds. */
const LONGEST_WAIT_MS = 2_000;

/** Erases a user, for good. @throws UserNotFound, LastAdministrator, ApplicationHasPlayers */
export class EraseUser extends Command<void> {
  constructor(
    readonly id: string,
    readonly erasure: EraseUserBody,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(EraseUser)
export class EraseUserHandler implements ICommandHandler<EraseUser> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly userChanges: UserChanges,
    private readonly late: LateErasure,
    private readonly counts: ShardedCounters,
    private readonly deletions: DeferredDeletions,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ id, erasure: { way, reason }, actor }: EraseUser): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const { manager } = transaction;
      const { users, last } = await this.userChanges.lock(transaction, [id], { suspended: true });
      if (users.length === 0) throw new UserNotFound();
      if (last.length > 0) throw new LastAdministrator();
      if (await manager.existsBy(UserEntity, { applicationId: id })) throw new ApplicationHasPlayers();
      await manager.insert(ErasedUserEntity, { userId: id, way });
      // Deletes the user too, and with the user the keys.
      await transaction.publish(new UserErased(id, way));
      await this.late.schedule(id, transaction);
      await this.counts.add(transaction, [{ name: PROFILE_CHANGES, delta: 1 }]);
      await transaction.publish(new Audited(actor, 'user.erased', userSubject({ id }), { way, reason }));
      // At the end: its listeners change counters of many quizzes, for which submissions wait.
      await transaction.publish(new SuspensionChanged([id]));
    });
    // Lists and counters are correct when the request is answered, unless the user has very many attempts.
    const longest = Math.min(LONGEST_WAIT_MS, this.configuration.REQUEST_DEADLINE_MS / 2);
    await this.deletions.hasten(id, longest);
  }
}
