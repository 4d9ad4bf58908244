import { Injectable } from '@nestjs/common';
import { Database, sql } from '#libs/database';
import type { DeliveryStatus } from '../delivery.entity.js';
import type { Outcome } from './sender.js';

/** Requests in flight to one webhook, per instance. */
const CONCURRENCY = 50;

/** Until another instance sends the deliveries of one that has died, in seconds. Longer than a request can take. */
const LEASE_SECONDS = 30;

/** A delivery to send, with what its webhook has at this time. */
export interface ClaimedDelivery {
  eventId: string;
  payload: string;
  /** This one included. */
  tries: number;
  url: string;
  secret: string;
  /** Signs too, until it ends. */
  previousSecret: string | null;
}

/** A try with its outcome. */
export interface Result extends Outcome {
  eventId: string;
  status: DeliveryStatus;
  /** Milliseconds until the next try of a pending delivery. */
  delay: number;
}

const WEBHOOKS_WITH_DUE = sql(`
  SELECT id FROM webhooks WHERE disabled_at IS NULL AND (
    SELECT due_at FROM webhook_deliveries WHERE webhook_id = webhooks.id AND status = 'pending' ORDER BY due_at LIMIT 1) <= now()`);

/**
 * A delivery waits for the earlier ones of its subject. Two instances never claim the same one, nor two of a subject. LIMIT 1 forces a
 * look-up for each delivery: with the statistics of a short queue, PostgreSQL would read all of a long one.
 */
const CLAIM = sql(`
  WITH due AS (
    SELECT webhook_id, event_id FROM webhook_deliveries AS delivery
    WHERE webhook_id = $1 AND status = 'pending' AND due_at <= now() AND sequence = (
      SELECT sequence FROM webhook_deliveries
      WHERE webhook_id = $1 AND subject = delivery.subject AND status = 'pending' ORDER BY sequence LIMIT 1)
    ORDER BY due_at, sequence LIMIT ${CONCURRENCY} FOR UPDATE SKIP LOCKED
  )
  UPDATE webhook_deliveries AS delivery
  SET due_at = now() + interval '${LEASE_SECONDS} seconds', tries = tries + 1, tried_at = now()
  FROM due JOIN webhooks ON webhooks.id = due.webhook_id
  WHERE delivery.webhook_id = due.webhook_id AND delivery.event_id = due.event_id AND disabled_at IS NULL
  RETURNING delivery.event_id AS "eventId", payload, tries, url, secret,
    CASE WHEN previous_secret_until > now() THEN previous_secret END AS "previousSecret"`);

const RECORD = sql(`
  UPDATE webhook_deliveries AS delivery
  SET status = result.status, due_at = now() + delay * interval '1 millisecond',
    latency_ms = result.latency_ms, response_status = result.response_status, response_body = result.response_body,
    error = result.error
  FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::integer[], $6::integer[], $7::text[], $8::text[])
    AS result (event_id, status, delay, latency_ms, response_status, response_body, error)
  WHERE delivery.webhook_id = $1 AND delivery.event_id = result.event_id AND delivery.status = 'pending'`);

/** The deliveries that wait in the database. */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly database: Database) {}

  /** Ids of the webhooks that have deliveries to send. */
  async webhooks(): Promise<string[]> {
    return (await this.database.query<{ id: string }>(WEBHOOKS_WITH_DUE)).map(({ id }) => id);
  }

  /** The next deliveries of a webhook, at most one of a subject. No other instance gets them before the lease ends. */
  claim(webhookId: string): Promise<ClaimedDelivery[]> {
    return this.database.query<ClaimedDelivery>(CLAIM, [webhookId]);
  }

  async record(webhookId: string, results: readonly Result[]): Promise<void> {
    const column = <Name extends keyof Result>(name: Name) => results.map((result) => result[name]);
    await this.database.query(RECORD, [
      webhookId,
      column('eventId'),
      column('status'),
      column('delay'),
      column('latencyMs'),
      column('responseStatus'),
      column('responseBody'),
      column('error'),
    ]);
  }
}
