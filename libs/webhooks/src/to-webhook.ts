import type { Webhook } from './webhook.dto.js';
import type { WebhookEntity } from './webhook.entity.js';

/** A webhook without its secrets. */
export function toWebhook(webhook: WebhookEntity): Webhook {
  const { id, name, url, events, disabledAt, disabledReason, createdAt } = webhook;
  return { id, name, url, events, disabledAt, disabledReason, createdAt };
}
