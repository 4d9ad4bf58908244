import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AnswerPosition } from './scoring.js';
import { HoldsUserData } from '#libs/user-data';

/** An accepted attempt with its score. */
@HoldsUserData({ title: 'Attempts', of: 'userId', deleted: 'if-removed', byListener: true, ids: ['applicationId'] })
@Entity('attempts')
@Index('attempts_newest', { synchronize: false })
@Index('attempts_newest_of_user', { synchronize: false })
@Index('attempts_of_user', { synchronize: false })
@Index('attempts_by_outcome', { synchronize: false })
@Index('attempts_voided', { synchronize: false })
@Index('attempts_changed', ['changePosition', 'id'])
@Index('attempts_changed_of_application', ['applicationId', 'changePosition', 'id'], {
  where: 'application_id IS NOT NULL',
})
export class AttemptEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** The application that submitted it for its player; null if its user did. */
  @Column('uuid', { name: 'application_id', nullable: true })
  applicationId!: string | null;

  /** The version of the quiz that it was scored against. */
  @Column('integer')
  version!: number;

  /** Positions in that version. */
  @Column('jsonb')
  answers!: AnswerPosition[];

  /** Positions of the questions that its start drew, ascending; null if all were asked. */
  @Column('smallint', { name: 'drawn_questions', array: true, nullable: true })
  drawnQuestions!: number[] | null;

  @Column('smallint', { name: 'correct_count' })
  correctCount!: number;

  @Column('smallint', { name: 'total_questions' })
  totalQuestions!: number;

  /** Basis points (1/100 %). */
  @Column('smallint', { name: 'basis_points' })
  basisPoints!: number;

  @Column('boolean')
  passed!: boolean;

  /** The pass mark of the quiz that it was judged by; null for that of the service. */
  @Column('smallint', { name: 'pass_percentage', nullable: true })
  passPercentage!: number | null;

  @Column('integer', { name: 'total_time_ms' })
  totalTimeMs!: number;

  @Column('boolean', { name: 'timed_out' })
  timedOut!: boolean;

  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3 })
  completedAt!: Date;

  /** The number of the grading by which it is scored; null for the content of its version. */
  @Column('integer', { nullable: true })
  grading!: number | null;

  /** When its score last changed after it was recorded; null while it has the score that it was recorded with. */
  @Column({ type: 'timestamptz', name: 'regraded_at', precision: 3, nullable: true })
  regradedAt!: Date | null;

  /** The score that it was recorded with, once a regrade was applied to it. */
  @Column('smallint', { name: 'first_correct', nullable: true })
  firstCorrect!: number | null;

  @Column('smallint', { name: 'first_questions', nullable: true })
  firstQuestions!: number | null;

  @Column({ type: 'timestamptz', name: 'voided_at', precision: 3, nullable: true })
  voidedAt!: Date | null;

  @Column({ type: 'text', name: 'void_reason', nullable: true })
  voidReason!: string | null;

  /** What the client calls it. */
  @Column('text', { nullable: true })
  reference!: string | null;

  /** Its place in the order of changes. Each statement that changes an attempt sets it, by `POSITION`. */
  @Column('bigint', { name: 'change_position', default: () => 'next_change_position()' })
  changePosition!: string;
}
