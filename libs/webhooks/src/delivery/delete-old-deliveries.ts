import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Background, Database, sql } from '#libs/database';

/** Longer than a delivery is repeated. */
const STORED_DAYS = 7;

const DELETE = sql(`
  DELETE FROM webhook_deliveries WHERE (webhook_id, event_id) IN (
    SELECT webhook_id, event_id FROM webhooks
    CROSS JOIN unnest(ARRAY['pending', 'delivered', 'failed']) AS wanted (status)
    CROSS JOIN LATERAL (
      SELECT webhook_id, event_id FROM webhook_deliveries
      WHERE webhook_id = webhooks.id AND status = wanted.status AND created_at < now() - interval '${STORED_DAYS} days'
      ORDER BY created_at LIMIT 1000
    ) AS old)
  RETURNING 1`);

/** Deletes deliveries of earlier weeks. */
@Injectable()
export class DeleteOldDeliveries implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.background.every(10 * 60_000, 'Deleting old deliveries to webhooks', async (progressed) => {
      while (!this.background.isStopping && (await this.database.query(DELETE)).length > 0) progressed();
    });
  }
}
