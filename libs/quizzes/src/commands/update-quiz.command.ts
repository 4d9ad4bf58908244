import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { isId } from '#libs/http';
import { UnitOfWork } from '#libs/database';
import { authorOf } from '../authors.js';
import { QuizUpdated } from '../events/quiz-updated.event.js';
import { isSameContent, nextContent } from '../quiz-content.js';
import type { QuizBody } from '../quiz.dto.js';
import { QuizEntity } from '../quiz.entity.js';
import { QuizNotFound } from '../quiz.errors.js';
import { lockForChange } from '../lock-for-change.js';
import { questionDifferences, settingDifferences } from '../quiz-differences.js';
import { toVersion } from '../quiz-reader.js';
import { type QuizRepresentation, representationOf, toListItem } from '../quiz-representation.js';
import { QuizVersionEntity } from '../quiz-version.entity.js';

/** Replaces a quiz as a whole. Its former versions stay, for attempts in progress. @throws QuizNotFound, QuizChanged */
export class UpdateQuiz extends Command<QuizRepresentation> {
  constructor(
    readonly id: string,
    readonly quiz: QuizBody,
    readonly actor: Actor,
    /** The header `If-Match`. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(UpdateQuiz)
export class UpdateQuizHandler implements ICommandHandler<UpdateQuiz> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: QueryBus,
  ) {}

  async execute({ id, quiz, actor, ifMatch }: UpdateQuiz): Promise<QuizRepresentation> {
    if (!isId(id)) throw new QuizNotFound();
    const { questions, ...fields } = quiz;
    const updated = await this.unitOfWork.run(async (transaction) => {
      const { manager } = transaction;
      const row = await lockForChange(transaction, id, ifMatch);
      const stored = await manager.findOneByOrFail(QuizVersionEntity, { quizId: id, version: row.version });
      const current = stored.content;
      const content = nextContent(current, questions);
      const isNew = !isSameContent(current, content);
      const version = row.version + (isNew ? 1 : 0);
      if (isNew) await manager.insert(QuizVersionEntity, QuizVersionEntity.of(id, version, content, actor.userId));
      const revision = row.revision + 1;
      await manager.update(QuizEntity, { id }, { ...fields, version, revision, updatedAt: () => 'clock_timestamp()' });
      const questionChanges = questionDifferences(current, content);
      const details = {
        revision,
        ...settingDifferences(row, fields),
        ...(questionChanges && { questions: questionChanges }),
      };
      await transaction.publish(new Audited(actor, 'quiz.changed', { kind: 'quiz', id, name: quiz.title }, details));
      const updatedRow = await manager.findOneByOrFail(QuizEntity, { id });
      await transaction.publish(new QuizUpdated(toListItem(updatedRow)));
      return { row: updatedRow, content };
    });
    const author = await authorOf(this.queries, updated.row.authorId);
    return representationOf(updated.row, toVersion(updated.content), author);
  }
}
