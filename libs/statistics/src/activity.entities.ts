// The tables of the activity; they are written and read by SQL.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Expires } from '#libs/database';
import { HoldsUserData } from '#libs/user-data';

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

/** Attempts of this day may still have to be counted. */
const FIRST_DAY_TO_COUNT = `(coalesce((SELECT min(recorded_at) FROM attempts_to_count), now()) AT TIME ZONE 'UTC')::date - 1`;

/** Who made attempts on a day; deleted once all attempts of that day are counted. */
@Expires('day', FIRST_DAY_TO_COUNT)
@HoldsUserData({ ids: ['userId'] })
@Entity('activity_users')
export class ActivityUserEntity {
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
}
