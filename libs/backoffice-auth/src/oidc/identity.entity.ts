import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** The person at a provider that a user is. */
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
