import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { DeliveryEntity } from '../delivery.entity.js';
import { findWebhook } from '../find-webhook.js';
import { DeliveryNotFound, WebhookDisabled } from '../webhook.errors.js';

/** Sends a delivery again, with the same id, or a pending one at once. @throws WebhookNotFound, DeliveryNotFound, WebhookDisabled */
export class ResendDelivery extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly eventId: string,
  ) {
    super();
  }
}

@CommandHandler(ResendDelivery)
export class ResendDeliveryHandler implements ICommandHandler<ResendDelivery> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ webhookId, eventId }: ResendDelivery): Promise<void> {
    await this.unitOfWork.run(async ({ manager }) => {
      const { disabledAt } = await findWebhook(manager, webhookId);
      if (!isId(eventId)) throw new DeliveryNotFound();
      if (disabledAt !== null) throw new WebhookDisabled();
      const again = { status: 'pending', dueAt: () => 'now()', tries: 0 } as const;
      const { affected } = await manager.update(DeliveryEntity, { webhookId, eventId }, again);
      if (affected === 0) throw new DeliveryNotFound();
    });
  }
}
