import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { nextContent } from '../quiz-content.js';
import { QuizReader } from '../quiz-reader.js';
import { insertQuiz, showQuiz, type StoredQuiz } from '../save-quiz.js';
import type { QuizRepresentation } from '../quiz-representation.js';

/** Creates a quiz with the questions and settings of another one, titled "Copy of …". @throws QuizNotFound */
export class DuplicateQuiz extends Command<DuplicatedQuiz> {
  constructor(
    readonly id: string,
    /** The author of the copy. */
    readonly actor: UserActor,
  ) {
    super();
  }
}

export interface DuplicatedQuiz extends QuizRepresentation {
  /** Id of the copy. */
  readonly id: string;
}

/** In code points. */
const MAX_TITLE_LENGTH = 200;

@CommandHandler(DuplicateQuiz)
export class DuplicateQuizHandler implements ICommandHandler<DuplicateQuiz> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: QuizReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ id, actor }: DuplicateQuiz): Promise<DuplicatedQuiz> {
    const { grading: _, createdAt: __, updatedAt: ___, ...original } = await this.reader.getRow(id);
    const { content } = await this.reader.getVersion(id, original.version);
    const title = [...`Copy of ${original.title}`].slice(0, MAX_TITLE_LENGTH).join('').trimEnd();
    const copy = { columns: { ...original, title }, content: nextContent([], content) };
    const stored = await this.unitOfWork.run(async (transaction): Promise<StoredQuiz> => {
      const created = await insertQuiz(transaction, copy, actor.userId);
      const subject = { kind: 'quiz', id: created.quiz.id, name: title };
      await transaction.publish(
        new Audited(actor, 'quiz.created', subject, { copyOf: original.title, originalId: id }),
      );
      return created;
    });
    return { id: stored.quiz.id, ...(await showQuiz(this.queries, stored)) };
  }
}
