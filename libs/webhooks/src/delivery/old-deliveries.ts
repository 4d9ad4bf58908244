import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Background, Database, UnitOfWork, unpreparedSql } from '#libs/database';
import { disableWebhook } from './disable-webhook.js';

/** How often an instance looks for them, in milliseconds. */
const INTERVAL_MS = 10_000;

/**
 * Deletes those of earlier weeks, and those of webhooks that are deleted. An enabled webhook keeps what is pending. The recursion finds the
 * webhooks in the index.
 */
const DELETE = unpreparedSql(`
  WITH RECURSIVE owner AS (
    (SELECT webhook_id AS id FROM webhook_deliveries ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT webhook_id FROM webhook_deliveries WHERE webhook_id > owner.id ORDER BY webhook_id LIMIT 1)
    FROM owner WHERE owner.id IS NOT NULL
  )
  DELETE FROM webhook_deliveries WHERE (webhook_id, event_id) IN (
    SELECT webhook_id, event_id FROM owner LEFT JOIN webhooks ON webhooks.id = owner.id
    CROSS JOIN unnest(ARRAY['pending', 'delivered', 'failed']) AS wanted (status)
    CROSS JOIN LATERAL (
      SELECT webhook_id, event_id FROM webhook_deliveries
      WHERE webhook_id = owner.id AND status = wanted.status
        AND created_at < CASE WHEN webhooks.id IS NULL THEN 'infinity' ELSE now() - interval '7 days' END
      ORDER BY created_at LIMIT 1000
    ) AS old
    WHERE wanted.status <> 'pending' OR webhooks.id IS NULL OR disabled_at IS NOT NULL)
  RETURNING 1`);

/** Longer than the tries of a delivery take. A receiver that never responds in time can get too many events for ten tries each. */
const OVERDUE = unpreparedSql(`
  SELECT id, url FROM webhooks WHERE disabled_at IS NULL AND enabled_at < now() - interval '4 days' AND (
    SELECT created_at FROM webhook_deliveries WHERE webhook_id = webhooks.id AND status = 'pending' ORDER BY created_at LIMIT 1
  ) < now() - interval '4 days'`);

/** Deletes old deliveries, and disables webhooks that cannot keep up. */
@Injectable()
export class OldDeliveries implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    const { background, database } = this;
    background.everyInSteps(INTERVAL_MS, 'Deleting old deliveries to webhooks', () => database.deleteSome(DELETE));
    background.every(INTERVAL_MS, 'Disabling webhooks that cannot keep up', () => this.disableOverdue());
  }

  private async disableOverdue(): Promise<void> {
    const reason = 'Deliveries were pending for four days';
    for (const { id, url } of await this.database.query<{ id: string; url: string }>(OVERDUE)) {
      await this.unitOfWork.run((transaction) => disableWebhook(id, reason, url, transaction));
    }
  }
}
