import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { QuizEntity } from '../quiz.entity.js';
import { QuizNotFound } from '../quiz.errors.js';
import { QUIZ_LOCK } from '../quiz-locks.js';
import type { QuizRestoration } from './deleted-quizzes.dto.js';
import { Restorations } from './restorations.js';
import { Trash } from './trash.js';

/**
 * Restores a deleted quiz with its attempts and everything that is computed from them. If it exists or is being restored, nothing changes,
 * so that a repeated request succeeds.
 * @throws QuizNotFound, QuizInDeletion
 */
export class RestoreQuiz extends Command<QuizRestoration> {
  constructor(
    readonly id: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(RestoreQuiz)
export class RestoreQuizHandler implements ICommandHandler<RestoreQuiz> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly trash: Trash,
    private readonly restorations: Restorations,
  ) {}

  async execute({ id, actor }: RestoreQuiz): Promise<QuizRestoration> {
    if (!isId(id)) throw new QuizNotFound();
    const isRestoring = await this.unitOfWork.run(async (transaction) => {
      await transaction.lock([QUIZ_LOCK(id)]);
      if (await transaction.manager.existsBy(QuizEntity, { id })) return false;
      if (await this.restorations.isPending(transaction, id)) return true;
      const { title } = await this.trash.get(transaction, id);
      await transaction.publish(new Audited(actor, 'quiz.undeleted', { kind: 'quiz', id, name: title }));
      return this.restorations.start(transaction, id);
    });
    return { isRestoring };
  }
}
