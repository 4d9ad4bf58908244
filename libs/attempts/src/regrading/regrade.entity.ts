import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { RegradeKind } from './grading-history.js';
import { HoldsUserData } from '#libs/user-data';

/** Another grading of a question, and how far it has been applied to the attempts. */
@HoldsUserData({ ids: ['createdBy', 'reachedUserId'] })
@Entity('regrades')
@Index('regrades_pending', { synchronize: false })
export class RegradeEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  /** The number of the grading that began with it: later ones replace earlier ones of the same question. */
  @Column('integer')
  grading!: number;

  /** The version in which the question was named. */
  @Column('integer')
  version!: number;

  /** Position in the version. */
  @Column('smallint')
  question!: number;

  /** The questions that it applies to, in all versions that have them. */
  @Column('uuid', { name: 'question_ids', array: true })
  questionIds!: string[];

  @Column('text')
  kind!: RegradeKind;

  /** Positions in the question. */
  @Column('smallint', { array: true })
  answers!: number[];

  @Column('text')
  reason!: string;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'undone_at', precision: 3, nullable: true })
  undoneAt!: Date | null;

  /** The number of the grading that began when it was undone. */
  @Column('integer', { name: 'undone_grading', nullable: true })
  undoneGrading!: number | null;

  /** Whether attempts are left to which it, or its undoing, has not been applied. */
  @Column('boolean', { default: true })
  pending!: boolean;

  /** Up to which attempt it has been applied, in the order of users and ids; null at the beginning. */
  @Column('uuid', { name: 'reached_user_id', nullable: true })
  reachedUserId!: string | null;

  @Column('uuid', { name: 'reached_id', nullable: true })
  reachedId!: string | null;

  /** How many attempts it was applied to, and how many of their scores changed. */
  @Column('integer', { default: 0 })
  handled!: number;

  @Column('integer', { default: 0 })
  changed!: number;
}
