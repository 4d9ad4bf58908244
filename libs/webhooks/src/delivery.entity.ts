import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A try that has ended. */
export interface DeliveryTry {
  /** ISO 8601. */
  at: string;
  /** Milliseconds. */
  latencyMs: number;
  /** Null without a response. */
  responseStatus: number | null;
  /** Why there was no response. */
  error: string | null;
}

/** An event for a webhook: queued in the transaction of the event, and then what became of it. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_by_status', ['webhookId', 'status', 'createdAt', 'eventId'])
@Index('webhook_deliveries_due', { synchronize: false })
@Index('webhook_deliveries_of_subject', { synchronize: false })
export class DeliveryEntity {
  @PrimaryColumn('uuid', { name: 'webhook_id' })
  webhookId!: string;

  @PrimaryColumn('uuid', { name: 'event_id' })
  eventId!: string;

  /** The order of the deliveries of a subject. */
  @Column('bigint', { generated: 'increment' })
  sequence!: string;

  @Column('text')
  type!: string;

  @Column('text')
  subject!: string;

  /** The body of the request. */
  @Column('text')
  payload!: string;

  @Column('text', { default: 'pending' })
  status!: DeliveryStatus;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /**
   * When it is sent next; null while an earlier delivery of its subject is pending. An instance that sends it moves this time, so that no
   * other one does meanwhile.
   */
  @Column({ type: 'timestamptz', name: 'due_at', nullable: true, default: () => 'now()' })
  dueAt!: Date | null;

  /** Since the delivery was last sent by hand, or its webhook was enabled or got another address. */
  @Column('integer', { default: 0 })
  tries!: number;

  /** The last try; the fields below describe it. */
  @Column('timestamptz', { name: 'tried_at', nullable: true })
  triedAt!: Date | null;

  /** Milliseconds. */
  @Column('integer', { name: 'latency_ms', nullable: true })
  latencyMs!: number | null;

  /** Null without a response. */
  @Column('integer', { name: 'response_status', nullable: true })
  responseStatus!: number | null;

  /** The beginning of the response's body. */
  @Column('text', { name: 'response_body', nullable: true })
  responseBody!: string | null;

  /** Why there was no response. */
  @Column('text', { nullable: true })
  error!: string | null;

  /** The last tries that have ended, oldest first. */
  @Column('jsonb', { default: [] })
  history!: DeliveryTry[];
}
