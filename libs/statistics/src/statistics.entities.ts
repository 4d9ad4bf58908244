// The tables of the statistics; they are written and read by SQL.
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Attempts of one transaction that are not counted yet. */
@Entity('attempts_to_count')
export class AttemptsToCountEntity {
  @PrimaryColumn('timestamptz', { name: 'recorded_at', default: () => 'now()' })
  recordedAt!: Date;

  @PrimaryColumn('uuid')
  id!: string;

  /** Of each attempt. */
  @Column('uuid', { name: 'quiz_ids', array: true })
  quizIds!: string[];

  @Column('uuid', { name: 'attempt_ids', array: true })
  attemptIds!: string[];
}

/** Attempts at a quiz whose percentage lies in one of 20 equal ranges, from 0. */
@Entity('quiz_scores')
export class QuizScoreEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('smallint')
  range!: number;

  @Column('bigint')
  attempts!: string;

  @Column('bigint')
  passed!: string;

  @Column('bigint', { name: 'timed_out' })
  timedOut!: string;
}

/** Attempts at a quiz on one day, in UTC. */
@Entity('quiz_days')
export class QuizDayEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('date')
  day!: string;

  @Column('bigint')
  attempts!: string;

  @Column('bigint')
  passed!: string;
}

/** Sums over attempts at versions that have a question; `rest` is the score in the other questions, if there are any. */
@Entity('question_statistics')
export class QuestionStatisticsEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('uuid', { name: 'question_id' })
  questionId!: string;

  @Column('bigint')
  attempts!: string;

  @Column('bigint')
  correct!: string;

  @Column('bigint', { name: 'rest_attempts' })
  restAttempts!: string;

  @Column('bigint', { name: 'rest_correct' })
  restCorrect!: string;

  @Column('bigint', { name: 'rest_sum' })
  restSum!: string;

  @Column('bigint', { name: 'rest_squares' })
  restSquares!: string;

  @Column('bigint', { name: 'rest_sum_of_correct' })
  restSumOfCorrect!: string;
}

/** Attempts at all quizzes on one day, in UTC, and how many users made them. */
@Entity('activity_days')
export class ActivityDayEntity {
  @PrimaryColumn('date')
  day!: string;

  @Column('bigint')
  attempts!: string;

  @Column('bigint')
  users!: string;
}

/** Who made attempts on a day; deleted once all attempts of that day are counted. */
@Entity('activity_users')
export class ActivityUserEntity {
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
}
