import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isId, UnitOfWork } from '#libs/platform';
import { ApiKeyEntity } from '../api-key.entity.js';
import { ApiKeyNotFound } from '../auth.errors.js';

/** Revokes a key: it holds for every request that begins after this is done. @throws ApiKeyNotFound */
export class DeleteApiKey extends Command<void> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(DeleteApiKey)
export class DeleteApiKeyHandler implements ICommandHandler<DeleteApiKey> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ id }: DeleteApiKey): Promise<void> {
    if (!isId(id)) throw new ApiKeyNotFound();
    await this.unitOfWork.run(async ({ manager }) => {
      const { affected } = await manager.delete(ApiKeyEntity, { id });
      if (affected !== 1) throw new ApiKeyNotFound();
    });
  }
}
