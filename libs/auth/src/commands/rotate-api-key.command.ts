import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { isId } from '#libs/http';
import type { IdempotencyReservation } from '#libs/idempotency';
import { type Transaction, UnitOfWork } from '#libs/database';
import type { CreatedApiKey, RotateApiKeyBody } from '../api-key.dto.js';
import { ApiKeyCreator } from '../api-key-creator.js';
import { ApiKeyEntity } from '../api-key.entity.js';
import { keySubject } from '../key-subject.js';
import { ApiKeyNotFound, ApiKeyNotUsable } from '../auth.errors.js';
import { UserEntity } from '../user.entity.js';

/** How long the old key works if no end is given, in days. */
const OVERLAP_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates another key of the same user with the same name and rate limit, and sets the end of the old one, once per Idempotency-Key.
 * @throws ApiKeyNotFound, ApiKeyNotUsable, ApiKeyShownBefore
 */
export class RotateApiKey extends Command<CreatedApiKey> {
  constructor(
    /** Of the old key, as the client sent it. */
    readonly id: string,
    readonly rotation: RotateApiKeyBody,
    /** A person, never the service. */
    readonly actor: UserActor,
    readonly reservation: IdempotencyReservation | undefined,
  ) {
    super();
  }
}

@CommandHandler(RotateApiKey)
export class RotateApiKeyHandler implements ICommandHandler<RotateApiKey> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly creator: ApiKeyCreator,
  ) {}

  execute({ id, rotation, actor, reservation }: RotateApiKey): Promise<CreatedApiKey> {
    if (!isId(id)) throw new ApiKeyNotFound();
    return this.unitOfWork.run((transaction) =>
      this.creator.once(transaction, reservation, () => this.rotate(transaction, id, rotation, actor)),
    );
  }

  private async rotate(
    transaction: Transaction,
    id: string,
    { expiresAt, oldExpiresAt }: RotateApiKeyBody,
    actor: UserActor,
  ): Promise<CreatedApiKey> {
    const { manager } = transaction;
    const old = await manager.findOne(ApiKeyEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (old === null) throw new ApiKeyNotFound();
    const { name, userId, rateLimit } = old;
    // A new key would give back the access that was taken away.
    if (old.disabled || (old.expiresAt !== null && old.expiresAt <= new Date())) throw new ApiKeyNotUsable();
    const owner = await manager.findOneByOrFail(UserEntity, { id: userId });
    const key = { name, owner, expiresAt, rateLimit, rotatedFrom: old };
    const created = await this.creator.create(transaction, key, actor);
    const oldEnd = earlierOf(old.expiresAt, new Date(oldExpiresAt ?? Date.now() + OVERLAP_DAYS * DAY_MS));
    await manager.update(ApiKeyEntity, { id }, { expiresAt: oldEnd });
    await transaction.publish(
      new Audited(actor, 'key.rotated', keySubject({ id, name }), {
        ownerId: userId,
        ...(oldEnd.getTime() !== old.expiresAt?.getTime() && { expiresAt: { from: old.expiresAt, to: oldEnd } }),
        newKey: created.shown,
        newKeyId: created.id,
      }),
    );
    return created;
  }
}

const earlierOf = (current: Date | null, end: Date) => (current !== null && current < end ? current : end);
