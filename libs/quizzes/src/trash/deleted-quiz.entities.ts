import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { HoldsUserData } from '#libs/user-data';
import { QuizColumns } from '../quiz.entity.js';
import { QuizVersionColumns } from '../quiz-version.entity.js';

/** A quiz in the trash. It has the columns of a quiz that exists: a column that one gets, the other one needs too. */
@HoldsUserData({
  of: 'authorId',
  deleted: 'never',
  exported: ['id', 'title', 'createdAt', 'deletedAt'],
  ids: ['deletedBy'],
})
@Entity('deleted_quizzes')
@Index('deleted_quizzes_newest', ['deletedAt', 'id'])
export class DeletedQuizEntity extends QuizColumns {
  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 3, default: () => 'now()' })
  deletedAt!: Date;

  /** Id of the user who deleted it; null if it was not a user. */
  @Column('uuid', { name: 'deleted_by', nullable: true })
  deletedBy!: string | null;

  /** What was deleted with it, by name. */
  @Column('jsonb', { default: {} })
  deleted!: Record<string, number>;
}

/** A version of a quiz in the trash. */
@HoldsUserData({ ids: ['createdBy'] })
@Entity('deleted_quiz_versions')
export class DeletedQuizVersionEntity extends QuizVersionColumns {
  @ManyToOne(() => DeletedQuizEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'quiz_id', foreignKeyConstraintName: 'deleted_quiz_versions_quiz' })
  quiz?: DeletedQuizEntity;
}
