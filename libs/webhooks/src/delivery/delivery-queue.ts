import { Injectable } from '@nestjs/common';
import { Database, lockName, sql, type Transaction, UnitOfWork, unpreparedSql } from '#libs/database';
import type { DeliveryStatus } from '../delivery.entity.js';
import type { FormerSecret } from '../webhook.entity.js';
import { firstPending, isPending } from './first-pending.js';
import type { Outcome } from './sender.js';

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
  formerSecrets: FormerSecret[];
}

/** A try with its outcome. */
export interface Result extends Outcome {
  eventId: string;
  /** The number of the try. */
  tries: number;
  status: DeliveryStatus;
  /** Milliseconds until the next try of a pending delivery. */
  delay: number;
}

/**
 * With the statistics of a short queue, PostgreSQL would read all deliveries of a webhook to sort a few. The right index has them in order.
 */
const WITHOUT_SORT = sql('SET LOCAL enable_sort = off');

/** One transaction creates deliveries at a time, so that they keep the order of the events. */
export const DELIVERIES_LOCK = lockName('deliveries to webhooks');

/** Deliveries after which a step takes no further event. */
const STEP = 500;

/** Most looks find no event and no webhook, and then begin no transaction. */
const QUEUED = unpreparedSql('SELECT FROM queued_webhook_events ORDER BY id LIMIT 1');
const ENABLED = sql('SELECT FROM webhooks WHERE disabled_at IS NULL LIMIT 1');

/** Turns the first events into deliveries. Only the first pending delivery of a subject is due. */
const CREATE = unpreparedSql(`
  WITH taken AS (
    DELETE FROM queued_webhook_events WHERE id <= (
      SELECT max(id) FROM (
        SELECT id, sum(size) OVER (ORDER BY id) - size AS before
        FROM (SELECT id, size FROM queued_webhook_events ORDER BY id LIMIT ${STEP}) AS oldest
      ) AS listed WHERE before < ${STEP})
    RETURNING *
  ), event AS (
    SELECT id AS row_id, position, gen_random_uuid() AS id, type, subject, payload, created_at, webhook_ids
    FROM taken CROSS JOIN ROWS FROM (jsonb_to_recordset(occurrences) AS (subject text, payload text))
      WITH ORDINALITY AS occurrence (subject, payload, position)
  ), created AS (
    INSERT INTO webhook_deliveries (webhook_id, event_id, type, subject, payload, created_at, due_at)
    SELECT webhooks.id, event.id, type, subject, payload, event.created_at, CASE
      WHEN row_number() OVER (PARTITION BY webhooks.id, subject ORDER BY row_id, position) = 1
        AND NOT ${isPending('webhooks.id', 'event.subject')} THEN now()
    END
    FROM event JOIN webhooks ON webhooks.id = ANY (webhook_ids)
    ORDER BY row_id, position
  )
  SELECT coalesce(sum(size) >= ${STEP}, false) AS "isMoreLeft" FROM taken`);

const WEBHOOKS_WITH_DUE = unpreparedSql(`
  SELECT id FROM webhooks WHERE disabled_at IS NULL AND (
    SELECT due_at FROM webhook_deliveries WHERE webhook_id = webhooks.id AND status = 'pending' ORDER BY due_at LIMIT 1) <= now()`);

const CLAIM = unpreparedSql(`
  WITH due AS (
    SELECT webhook_id, event_id FROM webhook_deliveries
    WHERE webhook_id = $1 AND status = 'pending' AND due_at <= now()
    ORDER BY due_at, sequence LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE webhook_deliveries AS delivery
  SET due_at = now() + interval '${LEASE_SECONDS} seconds', tries = tries + 1, tried_at = now()
  FROM due JOIN webhooks ON webhooks.id = due.webhook_id
  WHERE delivery.webhook_id = due.webhook_id AND delivery.event_id = due.event_id AND disabled_at IS NULL
  RETURNING delivery.event_id AS "eventId", payload, tries, url, secret, former_secrets AS "formerSecrets"`);

/** The lease ends at once, and the try does not count. Not of a delivery that begins anew or that another instance has claimed. */
const GIVE_BACK = unpreparedSql(`
  UPDATE webhook_deliveries AS delivery SET due_at = now(), tries = delivery.tries - 1
  FROM unnest($2::uuid[], $3::integer[]) AS given (event_id, tries)
  WHERE webhook_id = $1 AND delivery.event_id = given.event_id AND delivery.tries = given.tries AND status = 'pending'`);

/** As many tries as two series of them have. */
const MAX_HISTORY = 20;

/**
 * Not of a delivery that was sent again by hand in the meantime. LIMIT forces a look-up for each result. The row is checked again, because
 * it can change while the statement waits for it; the form of that condition keeps it from choosing an index.
 */
const RECORD = unpreparedSql(`
  UPDATE webhook_deliveries AS delivery
  SET status = result.status, due_at = now() + delay * interval '1 millisecond',
    latency_ms = result.latency_ms, response_status = result.response_status, response_body = result.response_body,
    error = result.error,
    history = CASE WHEN jsonb_array_length(history) >= ${MAX_HISTORY} THEN history - 0 ELSE history END
      || jsonb_build_object('at', tried_at, 'latencyMs', result.latency_ms, 'responseStatus', result.response_status, 'error', result.error)
  FROM unnest($2::uuid[], $3::integer[], $4::text[], $5::bigint[], $6::integer[], $7::integer[], $8::text[], $9::text[])
    AS result (event_id, tries, status, delay, latency_ms, response_status, response_body, error)
  CROSS JOIN LATERAL (
    SELECT ctid, webhook_deliveries.status AS stored_status
    FROM webhook_deliveries WHERE webhook_id = $1 AND event_id = result.event_id LIMIT 1
  ) AS found
  WHERE delivery.ctid = found.ctid AND stored_status = 'pending' AND delivery.tries IS NOT DISTINCT FROM result.tries
  RETURNING delivery.subject, delivery.status`);

/** The next delivery of each subject. */
const RELEASE = unpreparedSql(`
  UPDATE webhook_deliveries AS delivery SET due_at = now()
  FROM unnest($2::text[]) AS done (subject) CROSS JOIN LATERAL (${firstPending('ctid', '$1', 'done.subject')}) AS next
  WHERE delivery.ctid = next.ctid AND delivery.due_at IS NULL`);

/** Those that were queued while the one before them was being completed: neither transaction saw the other one. */
const RELEASE_MISSED = unpreparedSql(`
  UPDATE webhook_deliveries AS delivery SET due_at = now()
  WHERE status = 'pending' AND due_at IS NULL
    AND event_id = (${firstPending('event_id', 'delivery.webhook_id', 'delivery.subject')})`);

/** The events and deliveries that wait in the database. */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Turns a limited number of events into deliveries, unless another instance does.
   * @returns whether more may be left
   */
  async createDeliveries(): Promise<boolean> {
    if ((await this.database.query(QUEUED)).length === 0) return false;
    return this.run(async (transaction) => {
      if (!(await transaction.tryLock([DELIVERIES_LOCK()]))[0]) return false;
      const [step] = await transaction.query<{ isMoreLeft: boolean }>(CREATE);
      return step?.isMoreLeft === true;
    });
  }

  /** Ids of the webhooks that have deliveries to send. */
  async webhooks(): Promise<string[]> {
    if ((await this.database.query(ENABLED)).length === 0) return [];
    const rows = await this.run((transaction) => transaction.query<{ id: string }>(WEBHOOKS_WITH_DUE));
    return rows.map(({ id }) => id);
  }

  /** The next deliveries of a webhook, at most one of a subject. No other instance gets them before the lease ends. */
  claim(webhookId: string, limit: number): Promise<ClaimedDelivery[]> {
    return this.run((transaction) => transaction.query<ClaimedDelivery>(CLAIM, [webhookId, limit]));
  }

  /** Returns deliveries that were not sent completely, because the instance stops. */
  async giveBack(webhookId: string, deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const values = [webhookId, deliveries.map(({ eventId }) => eventId), deliveries.map(({ tries }) => tries)];
    await this.run((transaction) => transaction.query(GIVE_BACK, values));
  }

  /** @param onFailed runs in the same transaction if deliveries failed for good */
  async record(
    webhookId: string,
    results: readonly Result[],
    onFailed: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    const column = <Name extends keyof Result>(name: Name) => results.map((result) => result[name]);
    await this.run(async (transaction) => {
      const recorded = await transaction.query<{ subject: string; status: DeliveryStatus }>(RECORD, [
        webhookId,
        column('eventId'),
        column('tries'),
        column('status'),
        column('delay'),
        column('latencyMs'),
        column('responseStatus'),
        column('responseBody'),
        column('error'),
      ]);
      const done = recorded.filter(({ status }) => status !== 'pending');
      if (done.length === 0) return;
      await transaction.query(RELEASE, [webhookId, done.map(({ subject }) => subject)]);
      if (done.some(({ status }) => status === 'failed')) await onFailed(transaction);
    });
  }

  async releaseMissed(): Promise<void> {
    await this.run((transaction) => transaction.query(RELEASE_MISSED));
  }

  private run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.unitOfWork.run(async (transaction) => {
      await transaction.query(WITHOUT_SORT);
      return work(transaction);
    });
  }
}
