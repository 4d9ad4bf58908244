import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { authorOf } from '../authors.js';
import { QuizUpdated } from '../events/quiz-updated.event.js';
import { matchesRevision } from '../etag.js';
import { lockForChange } from '../lock-for-change.js';
import { isSameContent } from '../quiz-content.js';
import { questionDifferences } from '../quiz-differences.js';
import { QuizEntity } from '../quiz.entity.js';
import { QuizChanged, QuizNotFound, VersionNotFound } from '../quiz.errors.js';
import { toVersion } from '../quiz-reader.js';
import { type QuizRepresentation, representationOf, toListItem } from '../quiz-representation.js';
import { QuizVersionEntity } from '../quiz-version.entity.js';

/**
 * Makes a new version with the questions and ids of an old one. The settings of the quiz stay. If the quiz has these questions
 * already, nothing changes and `If-Match` is not compared, so that a repeated request succeeds.
 * @throws QuizNotFound, VersionNotFound, QuizChanged
 */
export class RestoreVersion extends Command<QuizRepresentation> {
  constructor(
    readonly id: string,
    readonly version: number,
    readonly actor: UserActor,
    /** The header `If-Match`. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(RestoreVersion)
export class RestoreVersionHandler implements ICommandHandler<RestoreVersion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: QueryBus,
  ) {}

  async execute({ id, version, actor, ifMatch }: RestoreVersion): Promise<QuizRepresentation> {
    if (!isId(id)) throw new QuizNotFound();
    const restored = await this.unitOfWork.run(async (transaction) => {
      const { manager } = transaction;
      const quiz = await lockForChange(transaction, id, undefined);
      if (version > quiz.version) throw new VersionNotFound();
      const contentOf = async (number: number) =>
        (await manager.findOneByOrFail(QuizVersionEntity, { quizId: id, version: number })).content;
      const content = await contentOf(version);
      const current = await contentOf(quiz.version);
      if (isSameContent(current, content)) return { quiz, content };
      if (!matchesRevision(ifMatch, quiz.revision)) throw new QuizChanged();
      const next = { version: quiz.version + 1, revision: quiz.revision + 1 };
      await manager.insert(QuizVersionEntity, QuizVersionEntity.of(id, next.version, content, actor.userId));
      await manager.update(QuizEntity, { id }, { ...next, updatedAt: () => 'clock_timestamp()' });
      const subject = { kind: 'quiz', id, name: quiz.title };
      const details = { restored: version, ...next, questions: questionDifferences(current, content) };
      await transaction.publish(new Audited(actor, 'quiz.restored', subject, details));
      const updated = await manager.findOneByOrFail(QuizEntity, { id });
      await transaction.publish(new QuizUpdated(toListItem(updated)));
      return { quiz: updated, content };
    });
    const author = await authorOf(this.queries, restored.quiz.authorId);
    return representationOf(restored.quiz, toVersion(restored.content), author);
  }
}
