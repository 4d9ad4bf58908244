import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Expires } from '#libs/database';
import { ApiKeyEntity } from './api-key.entity.js';

/** An address that has used a key; only the last few of each key are stored. */
@Expires('last_used_at', "now() - interval '7 days'")
@Entity('key_addresses')
export class KeyAddressEntity {
  @PrimaryColumn('uuid', { name: 'key_id' })
  keyId!: string;

  @ManyToOne(() => ApiKeyEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'key_addresses_key' })
  key?: ApiKeyEntity;

  @PrimaryColumn('text')
  address!: string;

  /** To the minute. */
  @Index('key_addresses_last_used_at')
  @Column('timestamptz', { name: 'last_used_at' })
  lastUsedAt!: Date;
}
