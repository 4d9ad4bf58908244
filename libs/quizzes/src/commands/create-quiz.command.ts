import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { BASE_PATH } from '#libs/http';
import { UseImages } from '#libs/images';
import { Idempotency, type IdempotencyReservation, type OnceReply, type StoredReply } from '#libs/idempotency';
import { newId, type Transaction, UnitOfWork } from '#libs/database';
import { getProfile, type Profile } from '#libs/profiles';
import { QuizCreated } from '../events/quiz-created.event.js';
import { imagesOf, nextContent } from '../quiz-content.js';
import type { QuizBody } from '../quiz.dto.js';
import { QuizEntity } from '../quiz.entity.js';
import { QuizNotFound } from '../quiz.errors.js';
import { toVersion } from '../quiz-reader.js';
import { representationOf, toListItem } from '../quiz-representation.js';
import { QuizVersionEntity } from '../quiz-version.entity.js';
import { columnsOf } from '../save-quiz.js';

/** Creates a quiz, once per Idempotency-Key. @throws QuizNotFound if the quiz of a replay was deleted since */
export class CreateQuiz extends Command<OnceReply> {
  constructor(
    readonly quiz: QuizBody,
    /** Its author. */
    readonly actor: UserActor,
    readonly reservation: IdempotencyReservation | undefined,
  ) {
    super();
  }
}

@CommandHandler(CreateQuiz)
export class CreateQuizHandler implements ICommandHandler<CreateQuiz> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly idempotency: Idempotency,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ quiz, actor, reservation }: CreateQuiz): Promise<OnceReply> {
    const author = await getProfile(this.queries, actor.userId);
    return this.unitOfWork.run(async (transaction) => {
      const once = await this.idempotency.once(transaction, reservation, async () => {
        const reply = await this.create(transaction, quiz, author);
        const subject = { kind: 'quiz', id: reply.subject, name: quiz.title };
        await transaction.publish(new Audited(actor, 'quiz.created', subject));
        return reply;
      });
      const { reply, replayed } = once;
      if (replayed && !(await transaction.manager.existsBy(QuizEntity, { id: reply.subject }))) {
        throw new QuizNotFound();
      }
      return once;
    });
  }

  private async create(transaction: Transaction, body: QuizBody, author: Profile): Promise<StoredReply> {
    const { questions, ...fields } = body;
    const content = nextContent([], questions);
    const quizzes = transaction.manager.getRepository(QuizEntity);
    const quiz = quizzes.create({ ...columnsOf(fields), id: newId(), authorId: author.id, version: 1, revision: 1 });
    await quizzes.insert(quiz);
    await transaction.manager.insert(QuizVersionEntity, QuizVersionEntity.of(quiz.id, 1, content, author.id));
    await this.commands.execute(new UseImages(quiz.id, imagesOf(quiz, content), transaction));
    await transaction.publish(new QuizCreated(quiz.id, quiz.createdAt, toListItem(quiz)));
    const { etag, body: text } = representationOf(quiz, toVersion(content), author);
    return { subject: quiz.id, headers: { location: `${BASE_PATH}/quizzes/${quiz.id}`, etag }, body: text };
  }
}
