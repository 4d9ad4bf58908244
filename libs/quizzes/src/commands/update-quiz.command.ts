import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { isId } from '#libs/http';
import { UnitOfWork } from '#libs/database';
import { isStoredImage, ReleaseImages, UseImages } from '#libs/images';
import { readImageAddresses } from '../image-addresses.js';
import { imagesOf, nextContent } from '../quiz-content.js';
import type { QuizBody } from '../quiz.dto.js';
import { QuizNotFound } from '../quiz.errors.js';
import { questionDifferences, settingDifferences } from '../quiz-differences.js';
import { lockQuiz } from '../quiz-locks.js';
import type { QuizRepresentation } from '../quiz-representation.js';
import { columnsOf, readContent, saveQuiz, showQuiz } from '../save-quiz.js';

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
    private readonly commands: CommandBus,
  ) {}

  async execute({ id, quiz: { questions, ...settings }, actor, ifMatch }: UpdateQuiz): Promise<QuizRepresentation> {
    if (!isId(id)) throw new QuizNotFound();
    const updated = await this.unitOfWork.run(async (transaction) => {
      const quiz = await lockQuiz(transaction, id, ifMatch);
      const current = await readContent(transaction, id, quiz.version);
      const content = nextContent(current, questions);
      const change = { content, columns: columnsOf(settings) };
      const saved = await saveQuiz(transaction, { quiz, content: current }, change, actor.userId);
      await this.commands.execute(new UseImages(id, imagesOf(settings, content), transaction));
      // Former versions keep the images of questions, but not the cover.
      if (isStoredImage(quiz.heroImageUrl) && quiz.heroImageUrl !== settings.heroImageUrl) {
        const kept = await readImageAddresses(transaction, id);
        await this.commands.execute(new ReleaseImages(id, kept, transaction));
      }
      const questionChanges = questionDifferences(current, content);
      const details = {
        revision: saved.quiz.revision,
        ...settingDifferences(quiz, settings),
        ...(questionChanges && { questions: questionChanges }),
      };
      const subject = { kind: 'quiz', id, name: settings.title };
      await transaction.publish(new Audited(actor, 'quiz.changed', subject, details));
      return saved;
    });
    return showQuiz(this.queries, updated);
  }
}
