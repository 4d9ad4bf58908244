import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '#libs/database';
import { HoldsUserData } from '#libs/user-data';

/** The only invitation of a user. One that was used or has expired is kept for 30 days, so that its page can say so. */
@Expires('expires_at', "now() - interval '30 days'")
@HoldsUserData({ of: 'userId', exported: ['createdAt', 'expiresAt', 'usedAt'], ids: ['createdBy'] })
@Entity('invitations')
export class InvitationEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Index('invitations_token_hash', { unique: true })
  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Index('invitations_expires_at')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** When the password was set; null before. */
  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
