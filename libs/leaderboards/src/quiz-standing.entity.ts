import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';

/** A user's best attempt at a quiz, and the totals of all their attempts at it, which leave the global standing with the quiz. */
@HoldsUserData({ ids: ['userId'] })
@Entity('quiz_standings')
@Index('quiz_standings_rank', ['quizId', 'missedBasisPoints', 'totalTimeMs', 'completedAt', 'userId'], {
  where: 'NOT suspended',
})
export class QuizStandingEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** Basis points that the best attempt is below 100 %: the first ranking key, ascending like the others. */
  @Column('smallint', { name: 'missed_basis_points' })
  missedBasisPoints!: number;

  @Column('integer', { name: 'total_time_ms' })
  totalTimeMs!: number;

  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3 })
  completedAt!: Date;

  @Column('smallint', { name: 'correct_count' })
  correctCount!: number;

  @Column('smallint', { name: 'total_questions' })
  totalQuestions!: number;

  @Column('integer')
  attempts!: number;

  @Column('bigint', { name: 'sum_correct' })
  sumCorrect!: string;

  @Column('bigint', { name: 'sum_questions' })
  sumQuestions!: string;

  @Column('bigint', { name: 'sum_basis_points' })
  sumBasisPoints!: string;

  @Column('bigint', { name: 'sum_time_ms' })
  sumTimeMs!: string;

  /** Whether the user is suspended: then the leaderboard leaves the standing out. */
  @Column('boolean', { default: false })
  suspended!: boolean;
}
