import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { Idempotency, type IdempotencyReservation } from '#libs/idempotency';
import { newId, type Transaction, UnitOfWork } from '#libs/database';
import { generateApiKey, hashApiKey, SHOWN_LENGTH } from '../api-key.js';
import type { CreateApiKeyBody, CreatedApiKey } from '../api-key.dto.js';
import { ApiKeyReader } from '../api-key-reader.js';
import { ApiKeyEntity } from '../api-key.entity.js';
import { ApiKeyNotFound, ApiKeyShownBefore, KeyOwnerNotFound } from '../auth.errors.js';
import { UserEntity } from '../user.entity.js';

/** Creates a key, once per Idempotency-Key. @throws KeyOwnerNotFound, ApiKeyShownBefore, ApiKeyNotFound if it was deleted since */
export class CreateApiKey extends Command<CreatedApiKey> {
  constructor(
    readonly key: CreateApiKeyBody,
    /** A person, never the service. */
    readonly actor: UserActor,
    readonly reservation: IdempotencyReservation | undefined,
  ) {
    super();
  }
}

@CommandHandler(CreateApiKey)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKey> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly idempotency: Idempotency,
    private readonly reader: ApiKeyReader,
  ) {}

  execute({ key, actor, reservation }: CreateApiKey): Promise<CreatedApiKey> {
    return this.unitOfWork.run(async (transaction) => {
      const { reply, replayed } = await this.idempotency.once(transaction, reservation, async () => {
        const created = await this.create(transaction, key, actor);
        // No body: replies are stored for a day, and the key must not be stored.
        return { subject: created.id, headers: {}, body: '', created };
      });
      if (!replayed) return reply.created;
      const [earlier] = await this.reader.read([reply.subject], transaction);
      throw earlier === undefined ? new ApiKeyNotFound() : new ApiKeyShownBefore(earlier.id);
    });
  }

  private async create(
    transaction: Transaction,
    { name, userId, expiresAt }: CreateApiKeyBody,
    actor: UserActor,
  ): Promise<CreatedApiKey> {
    const owner = await transaction.manager.findOneBy(UserEntity, { id: userId });
    if (owner === null) throw new KeyOwnerNotFound();
    const key = generateApiKey();
    const id = newId();
    await transaction.manager.insert(ApiKeyEntity, {
      id,
      name,
      hash: hashApiKey(key),
      shown: key.slice(0, SHOWN_LENGTH),
      userId,
      createdBy: actor.userId,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    });
    const [created] = await this.reader.read([id], transaction);
    if (created === undefined) throw new Error('The key that was just created is not there');
    const details = { owner: owner.displayName, ownerId: userId, expiresAt: created.expiresAt };
    await transaction.publish(new Audited(actor, 'key.created', { kind: 'key', id, name }, details));
    return { ...created, key };
  }
}
