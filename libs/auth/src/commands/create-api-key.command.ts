import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserActor } from '#libs/audit';
import type { IdempotencyReservation } from '#libs/idempotency';
import { UnitOfWork } from '#libs/database';
import type { CreateApiKeyBody, CreatedApiKey } from '../api-key.dto.js';
import { ApiKeyCreator } from '../api-key-creator.js';
import { KeyOwnerNotFound } from '../auth.errors.js';
import { keepUsers } from '../keep-users.js';

/** Creates a key, once per Idempotency-Key. @throws KeyOwnerNotFound, PlayerHasNoKey, ApiKeyShownBefore, ApiKeyNotFound if it was deleted since */
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
    private readonly creator: ApiKeyCreator,
  ) {}

  execute({ key, actor, reservation }: CreateApiKey): Promise<CreatedApiKey> {
    const { name, userId, expiresAt, rateLimit } = key;
    return this.unitOfWork.run((transaction) =>
      this.creator.once(transaction, reservation, async () => {
        const [owner] = await keepUsers(transaction, [userId]);
        if (owner === undefined) throw new KeyOwnerNotFound();
        return this.creator.create(transaction, { name, owner, expiresAt, rateLimit }, actor);
      }),
    );
  }
}
