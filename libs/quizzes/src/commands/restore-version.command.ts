import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { matchesRevision } from '../etag.js';
import { isSameContent } from '../quiz-content.js';
import { questionDifferences, settingDifferences } from '../quiz-differences.js';
import { QuizChanged, QuizNotFound, VersionNotFound } from '../quiz.errors.js';
import { lockQuiz } from '../quiz-locks.js';
import type { QuizRepresentation } from '../quiz-representation.js';
import { readContent, saveQuiz, showQuiz } from '../save-quiz.js';

/**
 * Makes a new version with the questions and ids of an old one. The settings of the quiz stay, except for a `drawCount` above the number
 * of these questions, which becomes null. If the quiz has these questions already, nothing changes and `If-Match` is not compared, so
 * that a repeated request succeeds.
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
      const quiz = await lockQuiz(transaction, id);
      if (version > quiz.version) throw new VersionNotFound();
      const content = await readContent(transaction, id, version);
      const current = await readContent(transaction, id, quiz.version);
      if (isSameContent(current, content)) return { quiz, content };
      if (!matchesRevision(ifMatch, quiz.revision)) throw new QuizChanged();
      const drawCount = quiz.drawCount !== null && quiz.drawCount > content.length ? null : quiz.drawCount;
      const change = { content, columns: { drawCount } };
      const saved = await saveQuiz(transaction, { quiz, content: current }, change, actor.userId);
      const subject = { kind: 'quiz', id, name: quiz.title };
      const { version: newVersion, revision } = saved.quiz;
      const questions = questionDifferences(current, content);
      const settings = settingDifferences(quiz, saved.quiz);
      const details = { restored: version, version: newVersion, revision, ...settings, questions };
      await transaction.publish(new Audited(actor, 'quiz.restored', subject, details));
      return saved;
    });
    return showQuiz(this.queries, restored);
  }
}
