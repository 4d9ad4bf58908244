import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { sql, type Transaction, UnitOfWork } from '#libs/database';
import { GetQuizTitle } from '#libs/quizzes';
import { EndedStarts } from './ended-starts.js';
import { type OpenStart, startColumns } from './open-start.js';
import { StartReader } from './start-reader.js';

/**
 * Ends a start before its time, and records what was saved as its attempt.
 * @throws QuizNotFound, StartNotFound, StartSubmitted, TimeIsUp
 */
export class EndStart extends Command<void> {
  constructor(
    readonly quizId: string,
    readonly startId: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

const END = sql(`
  UPDATE starts SET ends_at = now(), is_ended = true WHERE quiz_id = $1 AND user_id = $2 RETURNING ${startColumns('$3')}`);

@CommandHandler(EndStart)
export class EndStartHandler implements ICommandHandler<EndStart> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: QueryBus,
    private readonly starts: StartReader,
    private readonly ended: EndedStarts,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute(command: EndStart): Promise<void> {
    const quiz = await this.queries.execute(new GetQuizTitle(command.quizId));
    const ended = await this.unitOfWork.run((transaction) => this.end(transaction, command, quiz));
    if (ended === undefined) throw await this.starts.reasonMissing(command.quizId, command.startId);
    await this.ended.tryToRecord(ended);
  }

  private async end(
    transaction: Transaction,
    { quizId, startId, actor }: EndStart,
    quiz: string,
  ): Promise<OpenStart | undefined> {
    const start = await this.starts.lockRunning(transaction, quizId, startId);
    if (start === undefined) return undefined;
    const { userId, applicationId } = start;
    const [ended] = await transaction.query<OpenStart>(END, [quizId, userId, this.configuration.START_GRACE_SECONDS]);
    const subject = { kind: 'attempt', id: startId };
    const details = { quiz, quizId, userId, ...(applicationId !== null && { applicationId }) };
    await transaction.publish(new Audited(actor, 'attempt.ended', subject, details));
    return ended;
  }
}
