import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newId, UnitOfWork } from '#libs/database';
import { DeliveryEntity } from '../delivery.entity.js';
import { findWebhook } from '../find-webhook.js';
import { payloadOf } from '../payload.js';
import { WebhookDisabled } from '../webhook.errors.js';

/** Queues the event `webhook.test` for one webhook. @throws WebhookNotFound, WebhookDisabled */
export class SendTestEvent extends Command<void> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(SendTestEvent)
export class SendTestEventHandler implements ICommandHandler<SendTestEvent> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ id }: SendTestEvent): Promise<void> {
    await this.unitOfWork.run(async ({ manager }) => {
      const { disabledAt } = await findWebhook(manager, id);
      if (disabledAt !== null) throw new WebhookDisabled();
      const type = 'webhook.test';
      const [eventId, payload] = [newId(), payloadOf(type, new Date(), { webhookId: id })];
      await manager.insert(DeliveryEntity, { webhookId: id, eventId, type, subject: eventId, payload });
    });
  }
}
