import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { QuizRestored } from '../events/quiz-restored.event.js';
import { QuizEntity } from '../quiz.entity.js';
import { QuizNotFound } from '../quiz.errors.js';
import { QUIZ } from '../quiz-locks.js';
import { type QuizRepresentation, toListItem } from '../quiz-representation.js';
import { readContent, showQuiz } from '../save-quiz.js';
import { Trash } from './trash.js';

/**
 * Restores a deleted quiz with its attempts and everything that is computed from them. If it exists already, nothing changes, so that a
 * repeated request succeeds.
 * @throws QuizNotFound, QuizInDeletion
 */
export class RestoreQuiz extends Command<QuizRepresentation> {
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
    private readonly queries: QueryBus,
  ) {}

  async execute({ id, actor }: RestoreQuiz): Promise<QuizRepresentation> {
    if (!isId(id)) throw new QuizNotFound();
    const restored = await this.unitOfWork.run(async (transaction) => {
      await transaction.lock([QUIZ(id)]);
      const existing = await transaction.manager.findOneBy(QuizEntity, { id });
      const quiz = existing ?? (await this.trash.restore(transaction, await this.trash.get(transaction, id)));
      if (existing === null) {
        await transaction.publish(new QuizRestored(id, quiz.createdAt, toListItem(quiz)));
        await transaction.publish(new Audited(actor, 'quiz.undeleted', { kind: 'quiz', id, name: quiz.title }));
      }
      return { quiz, content: await readContent(transaction, id, quiz.version) };
    });
    return showQuiz(this.queries, restored);
  }
}
