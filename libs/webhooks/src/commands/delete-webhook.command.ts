import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { getWebhook, webhookSubject } from '../get-webhook.js';
import { WebhookEntity } from '../webhook.entity.js';

/** Deletes a webhook. Its deliveries are deleted in the background. @throws WebhookNotFound */
export class DeleteWebhook extends Command<void> {
  constructor(
    readonly id: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(DeleteWebhook)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhook> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  execute({ id, actor }: DeleteWebhook): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await getWebhook(transaction.manager, id, true);
      await transaction.manager.delete(WebhookEntity, { id });
      await transaction.publish(new Audited(actor, 'webhook.deleted', webhookSubject(webhook)));
    });
  }
}
