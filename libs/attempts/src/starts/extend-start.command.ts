import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { sql, type Transaction, UnitOfWork } from '#libs/database';
import { GetQuizTitle, lockExistingQuiz } from '#libs/quizzes';
import { ClosesThen, NoTimeLimit } from '../attempt.errors.js';
import type { MoreTimeBody, MovedEnd } from './backoffice-starts.dto.js';
import { endOf, GRANTED_SECONDS, type OpenStart, startColumns } from './open-start.js';
import { StartReader } from './start-reader.js';

/**
 * Moves the end of a start, at most to when its quiz closes.
 * @throws QuizNotFound, StartNotFound, StartSubmitted, TimeIsUp, NoTimeLimit, ClosesThen
 */
export class ExtendStart extends Command<MovedEnd> {
  constructor(
    readonly quizId: string,
    readonly startId: string,
    readonly more: MoreTimeBody,
    readonly actor: Actor,
  ) {
    super();
  }
}

const MOVE_END = sql(`
  UPDATE starts SET limit_seconds = limit_seconds + 60 * $3::integer,
    ends_at = ${endOf('$4', `60 * $3::integer + ${GRANTED_SECONDS}`)}
  WHERE quiz_id = $1 AND user_id = $2 RETURNING ${startColumns('$5')}`);

@CommandHandler(ExtendStart)
export class ExtendStartHandler implements ICommandHandler<ExtendStart> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly starts: StartReader,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute(command: ExtendStart): Promise<MovedEnd> {
    const name = await this.queries.execute(new GetQuizTitle(command.quizId));
    const moved = await this.unitOfWork.run((transaction) => this.moveEnd(transaction, command, name));
    if (moved === undefined) throw await this.starts.reasonMissing(command.quizId, command.startId);
    return { endsAt: moved.endsAt, remainingMs: moved.remainingMs };
  }

  private async moveEnd(
    transaction: Transaction,
    { quizId, startId, more: { minutes, reason }, actor }: ExtendStart,
    name: string,
  ): Promise<OpenStart | undefined> {
    const quiz = await lockExistingQuiz(this.commands, quizId, transaction);
    const start = await this.starts.lockRunning(transaction, quizId, startId);
    if (start === undefined) return undefined;
    const { userId, endsAt } = start;
    if (endsAt === null) throw new NoTimeLimit();
    const values = [quizId, userId, minutes, quiz.closesAt, this.configuration.START_GRACE_SECONDS];
    const [moved] = await transaction.query<OpenStart>(MOVE_END, values);
    if (moved?.endsAt?.getTime() === endsAt.getTime()) throw new ClosesThen();
    const details = { userId, attemptId: startId, minutes, endsAt: moved?.endsAt };
    const subject = { kind: 'quiz', id: quizId, name };
    await transaction.publish(
      new Audited(actor, 'quiz.startExtended', subject, details, reason === undefined ? {} : { reason }),
    );
    return moved;
  }
}
