import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { UserChanges } from '../user-changes.js';
import { UserEntity } from '../user.entity.js';
import { PlayerReader } from './player-reader.js';

/** Suspends a player of an application, as an administrator would. @throws PlayerNotFound */
export class SuspendPlayer extends Command<void> {
  constructor(
    readonly externalId: string,
    /** The application. */
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(SuspendPlayer)
export class SuspendPlayerHandler implements ICommandHandler<SuspendPlayer> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: PlayerReader,
    private readonly userChanges: UserChanges,
  ) {}

  async execute({ externalId, actor }: SuspendPlayer): Promise<void> {
    const { id } = await this.reader.get(actor.userId, externalId);
    await this.unitOfWork.run(async (transaction) => {
      const changes = { suspended: true };
      // Players cannot be administrators: no other user has to be locked.
      const where = { where: { id }, lock: { mode: 'pessimistic_write' as const } };
      const users = await transaction.manager.find(UserEntity, where);
      await this.userChanges.apply(transaction, users, changes, actor);
    });
  }
}
