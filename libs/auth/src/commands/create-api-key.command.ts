import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { UnitOfWork } from '#libs/platform';
import { generateApiKey, hashApiKey, SHOWN_LENGTH } from '../api-key.js';
import { ApiKeyEntity } from '../api-key.entity.js';
import type { CreateApiKeyBody, CreatedApiKey } from '../auth.dto.js';
import { KeyOwnerNotFound } from '../auth.errors.js';
import { UserEntity } from '../user.entity.js';

/** @throws KeyOwnerNotFound */
export class CreateApiKey extends Command<CreatedApiKey> {
  constructor(
    readonly key: CreateApiKeyBody,
    /** Id of the administrator. */
    readonly createdBy: string,
  ) {
    super();
  }
}

@CommandHandler(CreateApiKey)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKey> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  execute({ key: { name, userId, expiresAt }, createdBy }: CreateApiKey): Promise<CreatedApiKey> {
    return this.unitOfWork.run(async ({ manager }) => {
      const user = await manager.findOneBy(UserEntity, { id: userId });
      if (user === null) throw new KeyOwnerNotFound();
      const key = generateApiKey();
      const keys = manager.getRepository(ApiKeyEntity);
      const created = keys.create({
        id: uuidv7(),
        name,
        hash: hashApiKey(key),
        shown: key.slice(0, SHOWN_LENGTH),
        userId,
        createdBy,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
        lastUsedAt: null,
      });
      await keys.insert(created);
      const { id, shown, createdAt } = created;
      const owner = { id: user.id, displayName: user.displayName, role: user.role };
      return { id, key, name, shown, owner, createdBy, createdAt, expiresAt: created.expiresAt, lastUsedAt: null };
    });
  }
}
