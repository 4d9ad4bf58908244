import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { sql, UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { DELIVERIES_LOCK } from '../delivery/delivery-queue.js';
import { isPending } from '../delivery/first-pending.js';
import { getWebhook, webhookSubject } from '../get-webhook.js';
import { DeliveryNotFound, WebhookDisabled } from '../webhook.errors.js';

/**
 * Sends a delivery again, with the same id. A pending one is tried at once, unless it waits for an earlier one of its subject; another
 * one is sent after those that are pending.
 * @throws WebhookNotFound, DeliveryNotFound, WebhookDisabled
 */
export class ResendDelivery extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly eventId: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

const RESEND = sql(`
  UPDATE webhook_deliveries AS delivery SET status = 'pending', tries = 0,
    due_at = CASE
      WHEN status = 'pending' THEN CASE WHEN due_at IS NOT NULL THEN now() END
      WHEN NOT ${isPending('$1', 'delivery.subject')} THEN now()
    END,
    sequence = CASE WHEN status = 'pending' THEN sequence ELSE nextval('webhook_deliveries_sequence_seq') END
  WHERE webhook_id = $1 AND event_id = $2
  RETURNING type`);

@CommandHandler(ResendDelivery)
export class ResendDeliveryHandler implements ICommandHandler<ResendDelivery> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ webhookId, eventId, actor }: ResendDelivery): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const webhook = await getWebhook(transaction.manager, webhookId);
      if (!isId(eventId)) throw new DeliveryNotFound();
      if (webhook.disabledAt !== null) throw new WebhookDisabled();
      await transaction.lock([DELIVERIES_LOCK()]);
      const [sent] = await transaction.query<{ type: string }>(RESEND, [webhookId, eventId]);
      if (sent === undefined) throw new DeliveryNotFound();
      const details = { event: sent.type, eventId };
      await transaction.publish(new Audited(actor, 'webhook.delivery_resent', webhookSubject(webhook), details));
    });
  }
}
