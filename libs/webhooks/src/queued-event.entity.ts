import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event of a transaction with all its occurrences, until deliveries are created for it. */
@Entity('queued_webhook_events')
export class QueuedEventEntity {
  /** The order of the events. */
  @PrimaryColumn('bigint', { generated: 'increment' })
  id!: string;

  @Column('text')
  type!: string;

  /** The webhooks that were enabled for it. */
  @Column('uuid', { name: 'webhook_ids', array: true })
  webhookIds!: string[];

  /** The number of deliveries: occurrences × webhooks. */
  @Column('integer')
  size!: number;

  @Column('jsonb')
  occurrences!: { subject: string; payload: string }[];

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
