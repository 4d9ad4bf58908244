import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '#libs/database';

/** Answered requests with a key in an hour. Retained for a while after the key is deleted. */
@Expires('hour', "date_trunc('hour', now(), 'UTC') - interval '7 days'")
@Entity('key_usage')
@Index('key_usage_key_id', ['keyId', 'hour'])
export class KeyUsageEntity {
  /** Beginning of the hour. */
  @PrimaryColumn('timestamptz')
  hour!: Date;

  @PrimaryColumn('uuid', { name: 'key_id' })
  keyId!: string;

  @Column('integer')
  requests!: number;

  /** Requests among them that were rejected by 403 or 429. */
  @Column('integer')
  rejections!: number;

  /** Requests among them with another status from 400 to 499. */
  @Column('integer', { name: 'client_errors', default: 0 })
  clientErrors!: number;

  @Column('integer', { name: 'server_errors', default: 0 })
  serverErrors!: number;

  /** Requests among `rejections` that were rejected by 429. */
  @Column('integer', { name: 'rate_limited', default: 0 })
  rateLimited!: number;

  /** Windows of the rate limit in which a request was rejected. */
  @Column('integer', { name: 'limit_reached', default: 0 })
  limitReached!: number;
}
