import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AnswerPosition } from '../scoring.js';
import type { ShownQuestion } from './shown-questions.js';
import { HoldsUserData } from '#libs/user-data';

/**
 * A quiz that a user has started and not submitted: one per user and quiz, which counts in `attempt_counts` like an attempt. Its attempt
 * gets its id and takes its place.
 */
@HoldsUserData({
  title: 'Open starts',
  of: 'userId',
  byListener: true,
  exported: ['quizId', 'id', 'version', 'answers', 'startedAt', 'endsAt'],
  ids: ['applicationId'],
})
@Entity('starts')
@Index('starts_ending', ['endsAt'], { where: 'ends_at IS NOT NULL' })
@Index('starts_of_user', ['userId'])
export class StartEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('uuid')
  id!: string;

  /** The application that started it for its player; null if its user did. */
  @Column('uuid', { name: 'application_id', nullable: true })
  applicationId!: string | null;

  /** The version of the quiz that its attempt is scored against. */
  @Column('integer')
  version!: number;

  /** The pass mark of its attempt; null for that of the service. */
  @Column('smallint', { name: 'pass_percentage', nullable: true })
  passPercentage!: number | null;

  /** In the order in which the user sees them. */
  @Column('jsonb')
  questions!: ShownQuestion[];

  /** What was saved last, by positions in that version. */
  @Column('jsonb', { default: [] })
  answers!: AnswerPosition[];

  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, default: () => 'now()' })
  startedAt!: Date;

  /** Its own time limit, with the time that it alone was given; null without one. What its user was granted comes on top. */
  @Column('integer', { name: 'limit_seconds', nullable: true })
  limitSeconds!: number | null;

  /** Null without a time limit, if the quiz does not close. */
  @Column({ type: 'timestamptz', name: 'ends_at', precision: 3, nullable: true })
  endsAt!: Date | null;

  /** Whether an administrator ended it, without grace. */
  @Column('boolean', { name: 'is_ended', default: false })
  isEnded!: boolean;
}
