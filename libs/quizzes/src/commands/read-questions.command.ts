import { setImmediate } from 'node:timers/promises';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserActor } from '#libs/audit';
import { FileParser } from '#libs/file-transfer';
import type { CleanImage } from '#libs/files';
import { StoreImages } from '#libs/images';
import { type QuestionFile, questionParser } from '#libs/question-formats';
import type { QuestionReading } from '../backoffice-quizzes.dto.js';
import { checkQuestion } from '../check-question.js';

/** Reads the questions of a file, and stores their images. @throws TooManyImages */
export class ReadQuestions extends Command<QuestionReading> {
  constructor(
    readonly file: QuestionFile,
    readonly actor: UserActor,
    /** That of the addresses of images. */
    readonly origin: string,
  ) {
    super();
  }
}

@CommandHandler(ReadQuestions)
export class ReadQuestionsHandler implements ICommandHandler<ReadQuestions> {
  constructor(
    private readonly files: FileParser,
    private readonly commands: CommandBus,
  ) {}

  async execute({ file, actor, origin }: ReadQuestions): Promise<QuestionReading> {
    const { questions: read, table } = await this.files.parse(questionParser, file);
    const questions: QuestionReading['questions'] = [];
    const images: CleanImage[] = [];
    const illustrated: { imageUrl: string | null }[] = [];
    for (const one of read) {
      const { image, ...checked } = checkQuestion(one);
      questions.push(checked);
      if (image !== undefined && checked.question !== null) {
        images.push(image);
        illustrated.push(checked.question);
      }
      // Lets the event loop serve other requests.
      await setImmediate();
    }
    const urls = await this.commands.execute(new StoreImages(images, actor, origin));
    for (const [index, question] of illustrated.entries()) question.imageUrl = urls[index] ?? null;
    return { questions, table };
  }
}
