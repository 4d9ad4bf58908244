import { Logger } from '@nestjs/common';
import { Audited, THE_SERVICE } from '#libs/audit';
import type { Transaction } from '#libs/database';
import { webhookSubject } from '../get-webhook.js';
import { WebhookEntity } from '../webhook.entity.js';

const logger = new Logger('Webhooks');

/**
 * Disables a webhook whose deliveries fail, unless it is disabled or deleted already, or has another address.
 * @param url the address to which deliveries failed
 */
export async function disableWebhook(id: string, reason: string, url: string, transaction: Transaction): Promise<void> {
  const webhooks = transaction.manager.getRepository(WebhookEntity);
  const webhook = await webhooks.findOne({ where: { id, url }, lock: { mode: 'pessimistic_write' } });
  if (webhook?.disabledAt !== null) return;
  await webhooks.update({ id }, { disabledAt: new Date(), disabledReason: reason });
  await transaction.publish(new Audited(THE_SERVICE, 'webhook.disabled', webhookSubject(webhook), { reason }));
  logger.warn(`The webhook "${webhook.name}" is disabled: ${reason}`);
}
