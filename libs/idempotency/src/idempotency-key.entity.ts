import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A key that was used, with the answer that its first request got. */
@Entity('idempotency_keys')
export class IdempotencyKeyEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('bytea', { name: 'request_hash' })
  requestHash!: Buffer;

  /** The resource that the answer is about. */
  @Column('uuid', { nullable: true })
  subject!: string | null;

  @Column('jsonb', { nullable: true })
  headers!: Record<string, string> | null;

  @Column('text', { nullable: true })
  body!: string | null;

  @Index('idempotency_keys_created_at')
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
