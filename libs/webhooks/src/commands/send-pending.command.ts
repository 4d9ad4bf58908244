import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { sql, type Transaction, UnitOfWork } from '#libs/database';
import { getWebhook, webhookSubject } from '../get-webhook.js';
import { WebhookDisabled } from '../webhook.errors.js';

/**
 * Sends all deliveries of a webhook now that wait for their next try, after an outage of its receiver.
 * @returns their number
 * @throws WebhookNotFound, WebhookDisabled
 */
export class SendPending extends Command<number> {
  constructor(
    readonly webhookId: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

/** Deliveries that one transaction changes. */
const STEP = 5_000;

/** A delivery that is being sent is due again within 30 seconds, too: those are left alone. */
const MAKE_DUE = sql(`
  UPDATE webhook_deliveries SET due_at = now()
  WHERE webhook_id = $1 AND event_id IN (
    SELECT event_id FROM webhook_deliveries
    WHERE webhook_id = $1 AND status = 'pending' AND due_at > now() + interval '30 seconds' LIMIT ${STEP} FOR UPDATE SKIP LOCKED)
  RETURNING 1`);

@CommandHandler(SendPending)
export class SendPendingHandler implements ICommandHandler<SendPending> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute(command: SendPending): Promise<number> {
    let sent = 0;
    for (let isMoreLeft = true; isMoreLeft;) {
      const count = await this.unitOfWork.run((transaction) => this.step(transaction, command));
      sent += count;
      isMoreLeft = count === STEP;
    }
    return sent;
  }

  private async step(transaction: Transaction, { webhookId, actor }: SendPending): Promise<number> {
    const webhook = await getWebhook(transaction.manager, webhookId);
    if (webhook.disabledAt !== null) throw new WebhookDisabled();
    const { length } = await transaction.query(MAKE_DUE, [webhookId]);
    if (length > 0) {
      const details = { deliveries: length };
      await transaction.publish(new Audited(actor, 'webhook.pending_sent', webhookSubject(webhook), details));
    }
    return length;
  }
}
