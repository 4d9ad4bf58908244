import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { Database, sql, inBatches } from '#libs/database';
import { ExportsUserData, type UserDataExport } from '#libs/user-data';

/** Deliveries whose payloads one statement searches, and of which each may be in memory. */
const BATCH = 500;

interface Row {
  webhookId: string;
  eventId: string;
  /** Null if it does not name the user. */
  delivery: object | null;
}

/** The deliveries after a key, with those that name the user $1. */
const READ = sql(`
  SELECT webhook_id AS "webhookId", event_id AS "eventId", CASE WHEN strpos(payload, $1) > 0 THEN json_build_object(
    'webhookId', webhook_id, 'eventId', event_id, 'type', type, 'status', status, 'createdAt', created_at, 'payload', payload) END AS delivery
  FROM webhook_deliveries WHERE (webhook_id, event_id) > ($2::uuid, $3::uuid) ORDER BY webhook_id, event_id LIMIT ${BATCH}`);

/** The deliveries of the last days that name a user. */
@Injectable()
@ExportsUserData('webhook_deliveries')
export class DeliveriesExport implements UserDataExport {
  constructor(private readonly database: Database) {}

  async *read(userId: string): AsyncGenerator<object[]> {
    const batches = inBatches<Row>(BATCH, (last) =>
      this.database.query<Row & object>(READ, [userId, last?.webhookId ?? NIL, last?.eventId ?? NIL]),
    );
    for await (const rows of batches) yield rows.flatMap(({ delivery }) => delivery ?? []);
  }
}
