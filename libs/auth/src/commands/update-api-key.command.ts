import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { isId } from '#libs/http';
import { UnitOfWork } from '#libs/database';
import type { ApiKey, UpdateApiKeyBody } from '../api-key.dto.js';
import { ApiKeyReader } from '../api-key-reader.js';
import { ApiKeyEntity } from '../api-key.entity.js';
import { ApiKeyNotFound } from '../auth.errors.js';
import { differencesOf } from '../differences.js';
import { keySubject } from '../key-subject.js';

/** Changes a key, for every request that begins after this has completed. @throws ApiKeyNotFound */
export class UpdateApiKey extends Command<ApiKey> {
  constructor(
    /** As the client sent it. */
    readonly id: string,
    readonly changes: UpdateApiKeyBody,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(UpdateApiKey)
export class UpdateApiKeyHandler implements ICommandHandler<UpdateApiKey> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: ApiKeyReader,
  ) {}

  execute({ id, changes, actor }: UpdateApiKey): Promise<ApiKey> {
    return this.unitOfWork.run(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const key = isId(id) ? await transaction.manager.findOne(ApiKeyEntity, { where: { id }, lock }) : null;
      if (key === null) throw new ApiKeyNotFound();
      const { name, expiresAt, disabled, rateLimit } = changes;
      const differences = differencesOf(
        { name: key.name, expiresAt: normalTime(key.expiresAt), disabled: key.disabled, rateLimit: key.rateLimit },
        { name, expiresAt: expiresAt === undefined ? undefined : normalTime(expiresAt), disabled, rateLimit },
      );
      const isChanged = Object.keys(differences).length > 0;
      if (isChanged) {
        const changed = Object.fromEntries(Object.entries(differences).map(([field, { to }]) => [field, to]));
        await transaction.manager.update(ApiKeyEntity, { id }, changed);
      }
      const [updated] = await this.reader.read([id], transaction);
      if (updated === undefined) throw new Error('The key that was just changed is not there');
      if (isChanged) {
        const { name: renamed, ...others } = differences;
        const details = { ownerId: updated.owner.id, ...others };
        const personal = renamed === undefined ? {} : { name: renamed };
        await transaction.publish(new Audited(actor, 'key.changed', keySubject(updated), details, personal));
      }
      return updated;
    });
  }
}

/** A time as an ISO timestamp in UTC. */
const normalTime = (time: Date | string | null) => (time === null ? null : new Date(time).toISOString());
