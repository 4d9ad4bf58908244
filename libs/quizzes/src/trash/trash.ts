import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { DeferredDeletions, sql, type Transaction } from '#libs/database';
import { ReleaseImages } from '#libs/images';
import { QuizPurged } from '../events/quiz-purged.event.js';
import { QuizEntity } from '../quiz.entity.js';
import { QuizInDeletion, QuizNotFound } from '../quiz.errors.js';
import { DeletedQuizEntity } from './deleted-quiz.entities.js';

/** For how long a deleted quiz can be restored. */
export const RETENTION_DAYS = 30;

const VERSION_COLUMNS = 'quiz_id, version, content, question_ids, question_set, created_at, created_by';

const moveVersions = (from: string, to: string) =>
  sql(`INSERT INTO ${to} (${VERSION_COLUMNS}) SELECT ${VERSION_COLUMNS} FROM ${from} WHERE quiz_id = $1`);

const DELETE_VERSIONS = moveVersions('quiz_versions', 'deleted_quiz_versions');
const RESTORE_VERSIONS = moveVersions('deleted_quiz_versions', 'quiz_versions');

/**
 * Quizzes that were deleted. They have left the tables of quizzes, so that none of their readers has to know the trash. All transactions
 * hold the exclusive lock of the quiz.
 */
@Injectable()
export class Trash {
  constructor(
    private readonly deletions: DeferredDeletions,
    private readonly commands: CommandBus,
  ) {}

  /** Moves a quiz that exists to the trash. */
  async add(transaction: Transaction, quiz: QuizEntity, deletedBy: string | null): Promise<void> {
    const { manager } = transaction;
    const { id } = quiz;
    await manager.insert(DeletedQuizEntity, { ...quiz, deletedBy });
    await transaction.query(DELETE_VERSIONS, [id]);
    await manager.delete(QuizEntity, { id });
  }

  /**
   * A quiz in the trash.
   * @throws QuizNotFound if it is not there, QuizInDeletion while parts of it are deleted or restored in the background
   */
  async get(transaction: Transaction, id: string): Promise<DeletedQuizEntity> {
    const quiz = await transaction.manager.findOneBy(DeletedQuizEntity, { id });
    if (quiz === null) throw new QuizNotFound();
    if (await this.deletions.isPending(transaction, id)) throw new QuizInDeletion();
    return quiz;
  }

  /** Moves a quiz back. Its revision and its time of change are new, so that clients that ask for changes find it. */
  async restore(transaction: Transaction, id: string): Promise<QuizEntity> {
    const { manager } = transaction;
    const deleted = await manager.findOneByOrFail(DeletedQuizEntity, { id });
    const { deletedAt: _, deletedBy: __, deleted: ___, ...quiz } = deleted;
    await manager.insert(QuizEntity, { ...quiz, revision: quiz.revision + 1, updatedAt: () => 'clock_timestamp()' });
    await transaction.query(RESTORE_VERSIONS, [id]);
    await manager.delete(DeletedQuizEntity, { id });
    return manager.findOneByOrFail(QuizEntity, { id });
  }

  /** Deletes a quiz for good. */
  async purge(transaction: Transaction, { id, title, deleted }: DeletedQuizEntity, actor: Actor): Promise<void> {
    await transaction.manager.delete(DeletedQuizEntity, { id });
    await this.commands.execute(new ReleaseImages(id, [], transaction));
    await transaction.publish(new QuizPurged(id));
    await transaction.publish(new Audited(actor, 'quiz.purged', { kind: 'quiz', id, name: title }, deleted));
  }
}
