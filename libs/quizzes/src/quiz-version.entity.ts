import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { questionSetKey, type QuizContent } from './quiz-content.js';
import { QuizEntity } from './quiz.entity.js';
import { HoldsUserData } from '#libs/user-data';

/** The questions of a quiz between two updates. A row never changes. */
export abstract class QuizVersionColumns {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('integer')
  version!: number;

  @Column('jsonb')
  content!: QuizContent;

  @Column('uuid', { name: 'question_ids', array: true })
  questionIds!: string[];

  /** Identifies the set of its questions, for an index look-up of versions with exactly these. */
  @Column('bytea', { name: 'question_set' })
  questionSet!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Id of the user who saved it; null if it was not a user. */
  @Column('uuid', { name: 'created_by', nullable: true })
  createdBy!: string | null;
}

/** A version of a quiz that exists. */
@HoldsUserData({ ids: ['createdBy'] })
@Entity('quiz_versions')
@Index('quiz_versions_question_set', ['quizId', 'questionSet', 'version'])
export class QuizVersionEntity extends QuizVersionColumns {
  @ManyToOne(() => QuizEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'quiz_id', foreignKeyConstraintName: 'quiz_versions_quiz' })
  quiz?: QuizEntity;

  static of(
    quizId: string,
    version: number,
    content: QuizContent,
    createdBy: string | null,
  ): Partial<QuizVersionEntity> {
    const questionIds = content.map(({ id }) => id);
    return { quizId, version, content, questionIds, questionSet: questionSetKey(questionIds), createdBy };
  }
}
