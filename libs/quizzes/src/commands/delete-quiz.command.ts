import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { isId } from '#libs/http';
import { OrderedIndex, ShardedCounters } from '#libs/projections';
import { UnitOfWork } from '#libs/database';
import { QuizDeleted } from '../events/quiz-deleted.event.js';
import { lockForChange } from '../lock-for-change.js';
import { QUIZ_COUNT, QUIZZES } from '../queries/list-quizzes.query.js';
import type { QuizDeletion } from '../quiz.dto.js';
import { QuizEntity } from '../quiz.entity.js';
import { QuizNotFound } from '../quiz.errors.js';

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
    private readonly counts: ShardedCounters,
    private readonly index: OrderedIndex,
  ) {}

  async execute({ id, actor, ifMatch }: DeleteQuiz): Promise<QuizDeletion> {
    if (!isId(id)) throw new QuizNotFound();
    await this.unitOfWork.run(async (transaction) => {
      const { title } = await lockForChange(transaction, id, ifMatch);
      await this.index.log(transaction, QUIZZES, [id], -1);
      await transaction.manager.delete(QuizEntity, { id });
      await this.counts.add(transaction, [{ name: QUIZ_COUNT, delta: -1 }]);
      await transaction.publish(new QuizDeleted(id));
      await transaction.publish(new Audited(actor, 'quiz.deleted', { kind: 'quiz', id, name: title }));
    });
    return { message: 'Quiz deleted successfully' };
  }
}
