import { Column, Entity, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/** The authenticator app of a user, or one that is being enrolled. */
@HoldsUserData({ of: 'userId', exported: ['begunAt', 'confirmedAt'] })
@Entity('second_factors')
export class SecondFactorEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** The secret that codes are derived from, in base32. A hash of it could not check codes. */
  @Column('text')
  secret!: string;

  @Column('timestamptz', { name: 'begun_at', default: () => 'now()' })
  begunAt!: Date;

  /** When the first code was entered; null until then. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt!: Date | null;

  /** The time step of the newest used code: this one and older ones are not accepted again. */
  @Column('integer', { name: 'last_step', default: 0 })
  lastStep!: number;

  /** Wrong codes of the enrolment; once it is confirmed, those in the day that began with the first of them. */
  @Column('integer', { name: 'wrong_codes', default: 0 })
  wrongCodes!: number;

  @Column('timestamptz', { name: 'wrong_since', nullable: true })
  wrongSince!: Date | null;
}
