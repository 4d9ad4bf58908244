import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { isId } from '#libs/http';
import { sql, UnitOfWork } from '#libs/database';
import { keySubject } from '../key-subject.js';
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
  DELETE FROM api_keys WHERE id = $1 RETURNING name, user_id AS "ownerId"`);

@CommandHandler(DeleteApiKey)
export class DeleteApiKeyHandler implements ICommandHandler<DeleteApiKey> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ id, actor }: DeleteApiKey): Promise<void> {
    if (!isId(id)) throw new ApiKeyNotFound();
    await this.unitOfWork.run(async (transaction) => {
      const [deleted] = await transaction.query<{ name: string; ownerId: string }>(DELETE, [id]);
      if (deleted === undefined) throw new ApiKeyNotFound();
      const { name, ownerId } = deleted;
      await transaction.publish(new Audited(actor, 'key.deleted', keySubject({ id, name }), { ownerId }));
    });
  }
}
