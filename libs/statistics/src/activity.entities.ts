// The tables of the activity; they are written and read by SQL.
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
