import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { newId, UnitOfWork } from '#libs/database';
import { DeliveryEntity } from '../delivery.entity.js';
import type { TestEventData } from '../event-data.dto.js';
import { TEST_EVENT } from '../event-types.js';
import { getWebhook, webhookSubject } from '../get-webhook.js';
import { payloadOf } from '../payload.js';
import { WebhookDisabled } from '../webhook.errors.js';

/** Queues the event `webhook.test` for one webhook. @throws WebhookNotFound, WebhookDisabled */
export class SendTestEvent extends Command<void> {
  constructor(
    readonly id: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(SendTestEvent)
export class SendTestEventHandler implements ICommandHandler<SendTestEvent> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ id, actor }: SendTestEvent): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const { manager } = transaction;
      const webhook = await getWebhook(manager, id);
      if (webhook.disabledAt !== null) throw new WebhookDisabled();
      const { type } = TEST_EVENT;
      const data: TestEventData = { webhookId: id };
      const [eventId, payload] = [newId(), payloadOf(type, new Date(), data)];
      await manager.insert(DeliveryEntity, { webhookId: id, eventId, type, subject: eventId, payload });
      await transaction.publish(new Audited(actor, 'webhook.test_sent', webhookSubject(webhook)));
    });
  }
}
