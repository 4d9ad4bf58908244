import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export interface FormerSecret {
  secret: string;
  /** Until when it signs: ISO 8601. */
  until: string;
}

/** An address that is called when events occur. */
@Entity('webhooks')
export class WebhookEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  url!: string;

  /** The types of events that it receives. */
  @Column('text', { array: true })
  events!: string[];

  /** Signs deliveries, so it is stored as it is: `whsec_` and 32 bytes in base64. */
  @Column('text')
  secret!: string;

  /** The last secrets before it, the newest first, which sign deliveries too for a day. */
  @Column('jsonb', { name: 'former_secrets', default: [] })
  formerSecrets!: FormerSecret[];

  @Column('timestamptz', { name: 'enabled_at', default: () => 'now()' })
  enabledAt!: Date;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt!: Date | null;

  /** Why the service disabled it; null if an administrator did. */
  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason!: string | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}
