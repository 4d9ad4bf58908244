import type { EntityManager } from 'typeorm';
import { isId } from '#libs/http';
import { WebhookEntity } from './webhook.entity.js';
import { WebhookNotFound } from './webhook.errors.js';

/** @param lock whether to lock its row until the transaction ends. @throws WebhookNotFound */
export async function getWebhook(manager: EntityManager, id: string, lock = false): Promise<WebhookEntity> {
  const webhook = isId(id)
    ? await manager.findOne(WebhookEntity, { where: { id }, ...(lock && { lock: { mode: 'pessimistic_write' } }) })
    : null;
  if (webhook === null) throw new WebhookNotFound();
  return webhook;
}

/** As the audit log names it. */
export const webhookSubject = ({ id, name }: WebhookEntity) => ({ kind: 'webhook', id, name });
