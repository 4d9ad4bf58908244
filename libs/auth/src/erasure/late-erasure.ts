import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { DeferredDeletions, type Transaction } from '#libs/database';
import { UserErased } from '#libs/user-data';
import { ErasedUserEntity } from './erased-user.entity.js';

/** Name of the deferred deletion. */
const LATE = 'late data of erased users';

/** Erases users once more, after the requests that were in flight then. */
@Injectable()
export class LateErasure implements OnModuleInit {
  /** Longer than a request takes that was admitted before its user was erased. */
  private readonly delaySeconds: number;

  constructor(
    private readonly deletions: DeferredDeletions,
    @Inject(CONFIGURATION) { REQUEST_DEADLINE_MS }: Configuration,
  ) {
    this.delaySeconds = Math.max(120, Math.ceil(REQUEST_DEADLINE_MS / 1_000) + 60);
  }

  onModuleInit(): void {
    this.deletions.register(LATE, async (transaction, userId) => {
      await this.repeat(userId, transaction);
      return false;
    });
  }

  async schedule(userId: string, transaction: Transaction): Promise<void> {
    await this.deletions.defer(transaction, LATE, userId, { delaySeconds: this.delaySeconds });
  }

  /** Erases what is left of a user who was erased. */
  async repeat(userId: string, transaction: Transaction): Promise<void> {
    const { way } = await transaction.manager.findOneByOrFail(ErasedUserEntity, { userId });
    await transaction.publish(new UserErased(userId, way));
  }
}
