import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { questionSetKey, type QuizContent } from './quiz-content.js';
import { QuizEntity } from './quiz.entity.js';

/** The questions of a quiz as they were from one update to the next. A row never changes. */
@Entity('quiz_versions')
@Index('quiz_versions_question_set', ['quizId', 'questionSet', 'version'])
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

  /** Names the set of its questions, so that versions with exactly these are found at once. */
  @Column('bytea', { name: 'question_set' })
  questionSet!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  static of(quizId: string, version: number, content: QuizContent): Partial<QuizVersionEntity> {
    const questionIds = content.map(({ id }) => id);
    return { quizId, version, content, questionIds, questionSet: questionSetKey(questionIds) };
  }
}
