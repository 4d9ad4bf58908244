import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/** How many attempts of a user at a quiz count for its limit, with an open start, and what an administrator granted beyond its limits. */
@HoldsUserData({
  of: 'userId',
  deleted: 'if-removed',
  byListener: true,
  exported: ['quizId', 'count', 'extraAttempts', 'extraSeconds'],
})
@Entity('attempt_counts')
@Index('attempt_counts_granted', { synchronize: false })
@Index('attempt_counts_of_user', ['userId'])
export class AttemptCountEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('integer')
  count!: number;

  /** Attempts beyond the limit of the quiz. */
  @Column('integer', { name: 'extra_attempts', default: 0 })
  extraAttempts!: number;

  /** Seconds beyond the time limit of the quiz. */
  @Column('integer', { name: 'extra_seconds', default: 0 })
  extraSeconds!: number;
}
