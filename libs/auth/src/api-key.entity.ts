import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity.js';
import { HoldsUserData } from '#libs/user-data';

@HoldsUserData({
  title: 'API keys',
  of: 'userId',
  exported: ['id', 'name', 'shown', 'createdAt', 'expiresAt', 'disabled', 'rateLimit', 'lastUsedAt'],
  ids: ['createdBy'],
})
@Entity('api_keys')
@Index('api_keys_words', { synchronize: false })
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Index('api_keys_hash', { unique: true })
  @Column('bytea')
  hash!: Buffer;

  /** The first characters, to recognise the key by. */
  @Column('text')
  shown!: string;

  @Index('api_keys_user_id')
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'api_keys_user' })
  user?: UserEntity;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('boolean', { default: false })
  disabled!: boolean;

  /** Requests per window; null for the limit of the service. */
  @Column('integer', { name: 'rate_limit', nullable: true })
  rateLimit!: number | null;

  /** The key that this one replaces; null also after its deletion. */
  @Index('api_keys_rotated_from')
  @Column('uuid', { name: 'rotated_from', nullable: true })
  rotatedFrom!: string | null;

  /** The first key of those that were rotated one to the other: all count for its rate limit. Null for the first one. */
  @Column('uuid', { name: 'counts_for', nullable: true })
  countsFor!: string | null;

  @ManyToOne(() => ApiKeyEntity, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'rotated_from', foreignKeyConstraintName: 'api_keys_predecessor' })
  predecessor?: ApiKeyEntity;

  /** To the minute. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
