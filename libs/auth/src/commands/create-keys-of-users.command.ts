import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { Idempotency, type IdempotencyReservation } from '#libs/idempotency';
import type { CreatedApiKey, CreateKeysOfUsersBody } from '../api-key.dto.js';
import { ApiKeyCreator } from '../api-key-creator.js';
import { ApiKeysShownBefore } from '../auth.errors.js';
import { keepUsers } from '../keep-users.js';
import { expectUsers } from '../named-users.js';
import type { UserEntity } from '../user.entity.js';

/**
 * Creates a key for each of several users, all or none, once per Idempotency-Key. The result is in the order of the users.
 * @throws ValidationFailed for ids of no user, PlayerHasNoKey, ApiKeysShownBefore
 */
export class CreateKeysOfUsers extends Command<CreatedApiKey[]> {
  constructor(
    readonly body: CreateKeysOfUsersBody,
    readonly actor: UserActor,
    readonly reservation: IdempotencyReservation | undefined,
  ) {
    super();
  }
}

@CommandHandler(CreateKeysOfUsers)
export class CreateKeysOfUsersHandler implements ICommandHandler<CreateKeysOfUsers> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly idempotency: Idempotency,
    private readonly creator: ApiKeyCreator,
  ) {}

  execute({ body: { users, name, expiresAt, rateLimit }, actor, reservation }: CreateKeysOfUsers) {
    const ids = [...new Set(users.map(({ id }) => id))];
    return this.unitOfWork.run(async (transaction) => {
      const { reply, replayed } = await this.idempotency.once(transaction, reservation, async () => {
        const found = await keepUsers(transaction, ids);
        const owners = new Map(found.map((user) => [user.id, user]));
        expectUsers(users, owners);
        const keys = ids.map((id) => ({ name, owner: owners.get(id) as UserEntity, expiresAt, rateLimit }));
        const created = await this.creator.createAll(transaction, keys, actor);
        // No body: replies are stored for a day, and keys must not be stored.
        return { subject: actor.userId, headers: {}, body: '', created };
      });
      if (replayed) throw new ApiKeysShownBefore(name);
      return reply.created;
    });
  }
}
