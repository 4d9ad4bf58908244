import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { isId } from '#libs/http';
import { UnitOfWork } from '#libs/database';
import { QuizDeleted } from '../events/quiz-deleted.event.js';
import type { QuizDeletion } from '../quiz.dto.js';
import { DeletedQuizEntity } from '../trash/deleted-quiz.entities.js';
import { Trash } from '../trash/trash.js';
import { QuizNotFound } from '../quiz.errors.js';
import { lockQuiz } from '../quiz-locks.js';

/** Deletes a quiz with all that belongs to it. @throws QuizNotFound, QuizChanged */
export class DeleteQuiz extends Command<QuizDeletion> {
  constructor(
    readonly id: string,
    readonly actor: Actor,
    /** The header `If-Match`. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(DeleteQuiz)
export class DeleteQuizHandler implements ICommandHandler<DeleteQuiz> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly trash: Trash,
  ) {}

  async execute({ id, actor, ifMatch }: DeleteQuiz): Promise<QuizDeletion> {
    if (!isId(id)) throw new QuizNotFound();
    await this.unitOfWork.run(async (transaction) => {
      const quiz = await lockQuiz(transaction, id, ifMatch);
      await this.trash.add(transaction, quiz, actor.userId);
      const deleted: Record<string, number> = {};
      await transaction.publish(new QuizDeleted(id, quiz.createdAt, deleted));
      await transaction.manager.update(DeletedQuizEntity, { id }, { deleted });
      await transaction.publish(new Audited(actor, 'quiz.deleted', { kind: 'quiz', id, name: quiz.title }, deleted));
    });
    return { message: 'Quiz deleted successfully' };
  }
}
