import { Column, Entity, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

@HoldsUserData({ of: 'userId', exported: ['changedAt'] })
@Entity('credentials')
export class CredentialEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** argon2id, with its salt and parameters. */
  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' })
  changedAt!: Date;
}
