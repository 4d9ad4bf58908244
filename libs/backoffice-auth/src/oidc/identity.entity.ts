import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/** Links a user to a person at a provider. */
@HoldsUserData({ title: 'Accounts at a provider', of: 'userId', exported: ['issuer', 'subject', 'createdAt'] })
@Entity('identities')
@Index('identities_user_id_issuer', ['userId', 'issuer'], { unique: true })
export class IdentityEntity {
  @PrimaryColumn('text')
  issuer!: string;

  @PrimaryColumn('text')
  subject!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}
