import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { QuizNotFound } from '../quiz.errors.js';
import { QUIZ_LOCK } from '../quiz-locks.js';
import { Trash } from './trash.js';

/** Deletes a quiz in the trash for good, with its attempts. @throws QuizNotFound, QuizInDeletion */
export class PurgeQuiz extends Command<void> {
  constructor(
    readonly id: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(PurgeQuiz)
export class PurgeQuizHandler implements ICommandHandler<PurgeQuiz> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly trash: Trash,
  ) {}

  async execute({ id, actor }: PurgeQuiz): Promise<void> {
    if (!isId(id)) throw new QuizNotFound();
    await this.unitOfWork.run(async (transaction) => {
      await transaction.lock([QUIZ_LOCK(id)]);
      await this.trash.purge(transaction, await this.trash.get(transaction, id), actor);
    });
  }
}
