import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database, sql } from '#libs/database';
import { assertQuizExists, GetQuizContent } from '#libs/quizzes';
import { TimeIsUp } from '../attempt.errors.js';
import type { SubmittedAnswerBody } from '../attempts.dto.js';
import { locate } from '../scoring.js';
import { isOver, type OpenStart, startColumns } from './open-start.js';
import { drawnOf } from './shown-questions.js';
import { StartReader } from './start-reader.js';
import type { SavedAnswers } from './starts.dto.js';

/**
 * Replaces the answers that a user has saved for an open start.
 * @throws QuizNotFound, StartNotFound, ValidationFailed for ids of other questions or answers, StartSubmitted, TimeIsUp
 */
export class SaveAnswers extends Command<SavedAnswers> {
  constructor(
    readonly quizId: string,
    readonly startId: string,
    readonly userId: string,
    readonly answers: readonly SubmittedAnswerBody[],
  ) {
    super();
  }
}

const SAVE = sql(`
  UPDATE starts SET answers = $4
  WHERE quiz_id = $1 AND user_id = $2 AND id = $3 AND ${isOver('$5')} IS NOT TRUE
  RETURNING ${startColumns('$5')}`);

@CommandHandler(SaveAnswers)
export class SaveAnswersHandler implements ICommandHandler<SaveAnswers> {
  constructor(
    private readonly starts: StartReader,
    private readonly database: Database,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ quizId, startId, userId, answers }: SaveAnswers): Promise<SavedAnswers> {
    const [start] = await Promise.all([
      this.starts.findById(quizId, startId, userId),
      assertQuizExists(this.queries, quizId),
    ]);
    if (start === undefined) throw await this.starts.reasonMissing(quizId, startId, userId);
    const content = await this.queries.execute(new GetQuizContent(quizId, start.version));
    const saved = await this.save(start, JSON.stringify(locate(content, answers, drawnOf(start.questions, content))));
    if (saved !== undefined) return { endsAt: saved.endsAt, remainingMs: saved.remainingMs };
    const isOpen = (await this.starts.findById(quizId, startId, userId)) !== undefined;
    throw isOpen ? new TimeIsUp() : await this.starts.reasonMissing(quizId, startId, userId);
  }

  private async save({ quizId, userId, id }: OpenStart, answers: string): Promise<OpenStart | undefined> {
    const values = [quizId, userId, id, answers, this.configuration.START_GRACE_SECONDS];
    const [saved] = await this.database.query<OpenStart>(SAVE, values);
    return saved;
  }
}
