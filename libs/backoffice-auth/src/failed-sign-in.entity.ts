import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often signing in to an account failed in an hour that the audit log does not have yet. */
@Entity('failed_sign_ins')
export class FailedSignInEntity {
  /** When the hour began. */
  @PrimaryColumn('timestamptz')
  hour!: Date;

  /** All zeros for emails that belong to no account. */
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('integer')
  failures!: number;
}
