import { Injectable } from '@nestjs/common';
import { ListensTo, newId, sql, type Transaction, type TransactionListener } from '#libs/database';
import { isPending } from '../delivery/first-pending.js';
import { payloadOf } from '../payload.js';
import { WebhookEvent } from '../webhook-event.event.js';
import { WebhookEvents } from '../webhook-events.js';

const WANTED = sql('SELECT 1 FROM webhooks WHERE $1 = ANY (events) AND disabled_at IS NULL LIMIT 1');

/** A delivery is due at once unless another one of its subject is pending. */
const ENQUEUE = sql(`
  INSERT INTO webhook_deliveries (webhook_id, event_id, type, subject, payload, due_at)
  SELECT webhooks.id, event.id, $1, subject, payload, CASE WHEN ${isPending('webhooks.id', 'event.subject')} THEN NULL ELSE now() END
  FROM webhooks, unnest($2::uuid[], $3::text[], $4::text[]) WITH ORDINALITY AS event (id, subject, payload, position)
  WHERE $1 = ANY (events) AND disabled_at IS NULL
  ORDER BY position`);

/** Queues an event for the webhooks that receive it, in the transaction of the event. */
@Injectable()
@ListensTo(WebhookEvent)
export class EnqueueWhenWebhookEvent implements TransactionListener<WebhookEvent> {
  constructor(private readonly events: WebhookEvents) {}

  async handle({ type, occurrences }: WebhookEvent, transaction: Transaction): Promise<void> {
    if (!this.events.has(type)) throw new Error(`No module declares the webhook event ${type} by @SendsToWebhooks`);
    if (occurrences.length === 0) return;
    // Most services have no webhook for most events: their payloads are not written.
    if ((await transaction.query(WANTED, [type])).length === 0) return;
    await transaction.query(ENQUEUE, [
      type,
      occurrences.map(() => newId()),
      occurrences.map(({ subject }) => subject),
      occurrences.map(({ at, data }) => payloadOf(type, at ?? new Date(), data)),
    ]);
  }
}
