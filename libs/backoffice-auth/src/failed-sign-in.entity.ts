import { Column, Entity, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/** The number of failed sign-ins to an account in an hour that the audit log does not contain yet. */
@HoldsUserData({ of: 'userId', exported: ['hour', 'failures'] })
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
