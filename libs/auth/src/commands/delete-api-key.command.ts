import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { isId } from '#libs/http';
import { sql, UnitOfWork } from '#libs/database';
import { ApiKeyNotFound } from '../auth.errors.js';

/** Revokes a key, for every request that begins after this has completed. @throws ApiKeyNotFound */
export class DeleteApiKey extends Command<void> {
  constructor(
    readonly id: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

const DELETE = sql(`
  DELETE FROM api_keys USING users WHERE api_keys.id = $1 AND users.id = user_id
  RETURNING name, display_name AS owner, user_id AS "ownerId"`);

@CommandHandler(DeleteApiKey)
export class DeleteApiKeyHandler implements ICommandHandler<DeleteApiKey> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ id, actor }: DeleteApiKey): Promise<void> {
    if (!isId(id)) throw new ApiKeyNotFound();
    await this.unitOfWork.run(async (transaction) => {
      const [deleted] = await transaction.query<{ name: string; owner: string; ownerId: string }>(DELETE, [id]);
      if (deleted === undefined) throw new ApiKeyNotFound();
      const { name, owner, ownerId } = deleted;
      await transaction.publish(new Audited(actor, 'key.deleted', { kind: 'key', id, name }, { owner, ownerId }));
    });
  }
}
