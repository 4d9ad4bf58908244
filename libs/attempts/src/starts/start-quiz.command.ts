import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { isId, Overloaded, type Principal } from '#libs/http';
import { GetQuizContent, QuizNotFound } from '#libs/quizzes';
import { EndedStarts } from './ended-starts.js';
import { type NewStart, StartRecorder } from './start-recorder.js';
import { showQuestions } from './shown-questions.js';
import type { Start } from './starts.dto.js';

/**
 * Starts a quiz for a user, or returns the start that is open.
 * @throws QuizNotFound, QuizClosed, MaximumAttemptsReached, ServiceUnavailable
 */
export class StartQuiz extends Command<{ start: Start; isNew: boolean }> {
  constructor(
    readonly quizId: string,
    readonly principal: Pick<Principal, 'userId' | 'applicationId' | 'admin'>,
  ) {
    super();
  }
}

@CommandHandler(StartQuiz)
export class StartQuizHandler implements ICommandHandler<StartQuiz> {
  constructor(
    private readonly queries: QueryBus,
    private readonly recorder: StartRecorder,
    private readonly ended: EndedStarts,
  ) {}

  async execute({ quizId, principal }: StartQuiz): Promise<{ start: Start; isNew: boolean }> {
    const { userId, applicationId, admin } = principal;
    if (!isId(quizId)) throw new QuizNotFound();
    // Once more if the time of the former start is up. Each round may take an attempt.
    for (let round = 0; round < 3; round++) {
      const { status, start } = await this.recorder.start({ quizId, userId, applicationId, admin });
      if (status === 'started') return { start: await this.show(start), isNew: true };
      if (!start.isOver) return { start: await this.show(start), isNew: false };
      await this.ended.record(start);
    }
    throw new Overloaded();
  }

  private async show(start: NewStart): Promise<Start> {
    const { id, quizId, version, startedAt, endsAt, questions } = start;
    const content = await this.queries.execute(new GetQuizContent(quizId, version));
    return { id, quizId, startedAt, endsAt, questions: showQuestions(content, questions) };
  }
}
