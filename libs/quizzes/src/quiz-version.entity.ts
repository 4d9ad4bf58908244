import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { QuizContent } from './quiz-content.js';
import { QuizEntity } from './quiz.entity.js';

/** The questions of a quiz as they were from one update to the next. A row never changes. */
@Entity('quiz_versions')
export class QuizVersionEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('integer')
  version!: number;

  @ManyToOne(() => QuizEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'quiz_id', foreignKeyConstraintName: 'quiz_versions_quiz' })
  quiz?: QuizEntity;

  @Column('jsonb')
  content!: QuizContent;

  @Column('uuid', { name: 'question_ids', array: true })
  questionIds!: string[];

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
