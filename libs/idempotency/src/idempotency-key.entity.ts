import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '#libs/database';
import { HoldsUserData } from '#libs/user-data';

/** A used key, with the response to its first request. */
@Expires('created_at', "now() - interval '25 hours'")
@HoldsUserData({ of: 'userId', inSteps: true, exported: ['key', 'subject', 'headers', 'createdAt'] })
@Entity('idempotency_keys')
export class IdempotencyKeyEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('bytea', { name: 'request_hash' })
  requestHash!: Buffer;

  /** The resource that the response is about. */
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
