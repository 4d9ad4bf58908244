import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { RevealAnswers } from './quiz-settings.dto.js';
import { HoldsUserData } from '#libs/user-data';

/** The part of a quiz that changes in place. The questions are in its current version. */
export abstract class QuizColumns {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'author_id' })
  authorId!: string;

  @Column('text')
  title!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text', { name: 'hero_image_url', nullable: true })
  heroImageUrl!: string | null;

  @Column('integer', { name: 'max_attempts' })
  maxAttempts!: number;

  @Column('integer', { name: 'time_limit_seconds' })
  timeLimitSeconds!: number;

  @Column('boolean', { name: 'randomize_questions' })
  randomizeQuestions!: boolean;

  @Column('smallint', { name: 'pass_percentage', nullable: true })
  passPercentage!: number | null;

  @Column('text', { name: 'reveal_answers', default: 'always' })
  revealAnswers!: RevealAnswers;

  @Column({ type: 'timestamptz', name: 'opens_at', precision: 3, nullable: true })
  opensAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'closes_at', precision: 3, nullable: true })
  closesAt!: Date | null;

  @Column('boolean', { name: 'require_start', default: false })
  requireStart!: boolean;

  @Column('smallint', { name: 'draw_count', nullable: true })
  drawCount!: number | null;

  @Column('text', { array: true, default: [] })
  tags!: string[];

  /** The tags in the form in which they are compared. */
  @Column('text', { name: 'tag_keys', array: true, default: [] })
  tagKeys!: string[];

  @Column('text', { nullable: true })
  language!: string | null;

  /** The current version of the content. */
  @Column('integer')
  version!: number;

  /** Incremented by every update; `If-Match` compares it. */
  @Column('integer')
  revision!: number;

  /** Incremented whenever another grading of its attempts begins to apply: 0 if none was ever regraded. */
  @Column('integer', { default: 0 })
  grading!: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}

/** A quiz that exists. */
@HoldsUserData({ title: 'Quizzes', of: 'authorId', deleted: 'never', exported: ['id', 'title', 'createdAt'] })
@Entity('quizzes')
@Index('quizzes_newest', { synchronize: false })
@Index('quizzes_words', { synchronize: false })
@Index('quizzes_by_title', { synchronize: false })
@Index('quizzes_by_update', { synchronize: false })
@Index('quizzes_by_author', ['authorId', 'createdAt', 'id'])
@Index('quizzes_by_opening', ['opensAt', 'id'], { where: 'opens_at IS NOT NULL' })
@Index('quizzes_by_tag', { synchronize: false })
@Index('quizzes_by_language', { synchronize: false })
export class QuizEntity extends QuizColumns {}
