import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { EntityManager } from 'typeorm';
import { Database, sql } from '#libs/database';
import { readFromCursor } from '#libs/http';
import { MAX } from 'uuid';
import type { DeliveriesQuery, Delivery, DeliveryPart } from '../delivery.dto.js';
import { DELIVERY_STATUSES } from '../delivery.entity.js';
import { getWebhook } from '../get-webhook.js';

/** The deliveries of a webhook from a cursor on, newest first. @throws WebhookNotFound */
export class BrowseDeliveries extends Query<DeliveryPart> {
  constructor(
    readonly webhookId: string,
    readonly query: DeliveriesQuery,
  ) {
    super();
  }
}

/** Each status is a range of the index. */
const DELIVERIES = sql(`
  SELECT delivery.* FROM unnest($2::text[]) AS wanted (status) CROSS JOIN LATERAL (
    SELECT event_id AS id, type, status, created_at AS "createdAt", payload, tries, tried_at AS "triedAt",
      CASE WHEN status = 'pending' THEN due_at END AS "nextTryAt", latency_ms AS "latencyMs",
      response_status AS "responseStatus", response_body AS "responseBody", error, history
    FROM webhook_deliveries
    WHERE webhook_id = $1 AND status = wanted.status AND (created_at, event_id) < ($3::timestamptz, $4::uuid)
    ORDER BY created_at DESC, event_id DESC LIMIT $5
  ) AS delivery
  ORDER BY "createdAt" DESC, id DESC LIMIT $5`);

@QueryHandler(BrowseDeliveries)
export class BrowseDeliveriesHandler implements IQueryHandler<BrowseDeliveries> {
  constructor(
    private readonly manager: EntityManager,
    private readonly database: Database,
  ) {}

  async execute({ webhookId, query }: BrowseDeliveries): Promise<DeliveryPart> {
    await getWebhook(this.manager, webhookId);
    const statuses = query.status === undefined ? DELIVERY_STATUSES : [query.status];
    const { items, nextCursor } = await readFromCursor(
      query,
      (after, limit) =>
        this.database.query<Delivery>(DELIVERIES, [
          webhookId,
          statuses,
          after?.at ?? 'infinity',
          after?.id ?? MAX,
          limit,
        ]),
      ({ createdAt, id }) => ({ at: createdAt, id }),
    );
    return { deliveries: items, nextCursor };
  }
}
