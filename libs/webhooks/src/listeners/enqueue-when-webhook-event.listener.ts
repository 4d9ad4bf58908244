import { Injectable } from '@nestjs/common';
import { ListensTo, sql, type Transaction, type TransactionListener } from '#libs/database';
import { payloadOf } from '../payload.js';
import { WebhookEvent } from '../events/webhook-event.event.js';
import { EventTypes } from '../event-types.js';

const WEBHOOKS = sql('SELECT id FROM webhooks WHERE $1 = ANY (events) AND disabled_at IS NULL');

const ENQUEUE = sql('INSERT INTO queued_webhook_events (type, webhook_ids, size, occurrences) VALUES ($1, $2, $3, $4)');

/** An index contains the subject. */
const MAX_SUBJECT_LENGTH = 200;

/** Queues an event for the webhooks that receive it, in the transaction of the event. */
@Injectable()
@ListensTo(WebhookEvent)
export class EnqueueWhenWebhookEvent implements TransactionListener<WebhookEvent> {
  constructor(private readonly types: EventTypes) {}

  async handle({ type, occurrences }: WebhookEvent, transaction: Transaction): Promise<void> {
    if (!this.types.has(type)) throw new Error(`No module declares the webhook event ${type} by @SendsToWebhooks`);
    if (occurrences.length === 0) return;
    const long = occurrences.find(({ subject }) => subject.length > MAX_SUBJECT_LENGTH);
    if (long) throw new Error(`A subject of ${type} is longer than ${MAX_SUBJECT_LENGTH} characters`);
    const webhooks = await transaction.query<{ id: string }>(WEBHOOKS, [type]);
    // Most services have no webhook for most events: their payloads are not written.
    if (webhooks.length === 0) return;
    const queued = occurrences.map(({ subject, at, data }) => ({
      subject,
      payload: payloadOf(type, at ?? new Date(), data),
    }));
    const size = queued.length * webhooks.length;
    await transaction.query(ENQUEUE, [type, webhooks.map(({ id }) => id), size, JSON.stringify(queued)]);
  }
}
