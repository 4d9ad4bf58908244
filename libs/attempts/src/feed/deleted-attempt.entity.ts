import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '#libs/database';
import { HoldsUserData } from '#libs/user-data';

/** That an attempt was deleted. Kept for a day longer than cursors of the feed work, because a transaction can take a while to commit. */
@Expires('deleted_at', "now() - interval '31 days'")
@HoldsUserData({ ids: ['userId', 'applicationId'] })
@Entity('deleted_attempts')
@Index('deleted_attempts_changed', ['changePosition', 'id'])
@Index('deleted_attempts_of_user', ['userId', 'changePosition', 'id'])
@Index('deleted_attempts_of_application', ['applicationId', 'changePosition', 'id'], {
  where: 'application_id IS NOT NULL',
})
export class DeletedAttemptEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('uuid', { name: 'application_id', nullable: true })
  applicationId!: string | null;

  @Column('bigint', { name: 'change_position' })
  changePosition!: string;

  @Index('deleted_attempts_deleted_at')
  @Column('timestamptz', { name: 'deleted_at', default: () => 'now()' })
  deletedAt!: Date;
}
