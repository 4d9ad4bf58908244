import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/** A user has one certificate for each quiz that they have passed. */
@HoldsUserData({
  title: 'Certificates',
  of: 'userId',
  // With the attempts of a user who is removed, by the listener of `AttemptsCorrected`.
  deleted: 'if-removed',
  byListener: true,
  exported: ['quizId', 'earnedAt', 'revokedAt'],
})
@Entity('certificates')
@Index('certificates_of_user', ['userId', 'earnedAt'])
export class CertificateEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** The first attempt that passed. */
  @Column('uuid', { name: 'attempt_id' })
  attemptId!: string;

  @Column({ type: 'timestamptz', name: 'earned_at', precision: 3 })
  earnedAt!: Date;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt!: Date | null;
}
