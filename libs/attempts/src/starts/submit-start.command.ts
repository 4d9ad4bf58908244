import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { UnitOfWork } from '#libs/database';
import type { Principal } from '#libs/http';
import { Idempotency, type IdempotencyReservation, type OnceReply } from '#libs/idempotency';
import { GetQuizContent, GetQuizState, type QuizState } from '#libs/quizzes';
import { TimeIsUp } from '../attempt.errors.js';
import { AttemptScorer } from '../attempt-scorer.js';
import type { AttemptBody } from '../attempts.dto.js';
import { locate } from '../scoring.js';
import { drawnOf } from './shown-questions.js';
import { attemptOf, type OpenStart } from './open-start.js';
import { StartReader } from './start-reader.js';

/**
 * Scores a start against the version of the quiz that was started, and records it as an attempt. The clock of the database says how long
 * it took.
 * @throws QuizNotFound, StartNotFound, ValidationFailed for ids of other questions or answers, StartSubmitted, TimeIsUp, and what
 *   `AttemptRecorder.record` throws
 */
export class SubmitStart extends Command<OnceReply> {
  constructor(
    readonly quizId: string,
    readonly startId: string,
    readonly principal: Pick<Principal, 'userId' | 'applicationId' | 'admin'>,
    readonly attempt: AttemptBody,
    readonly reservation: IdempotencyReservation | undefined,
  ) {
    super();
  }
}

@CommandHandler(SubmitStart)
export class SubmitStartHandler implements ICommandHandler<SubmitStart> {
  constructor(
    private readonly starts: StartReader,
    private readonly queries: QueryBus,
    private readonly scorer: AttemptScorer,
    private readonly unitOfWork: UnitOfWork,
    private readonly idempotency: Idempotency,
  ) {}

  async execute(submission: SubmitStart): Promise<OnceReply> {
    const { quizId, startId, principal } = submission;
    let first: OpenStart | undefined;
    for (;;) {
      const [start, quiz] = await Promise.all([
        this.starts.findById(quizId, startId, principal.userId),
        this.queries.execute(new GetQuizState(quizId)),
      ]);
      if (start === undefined) return this.replay(submission);
      if (start.isEnded) throw new TimeIsUp();
      // What arrived in time counts, also if it is scored again after that.
      first ??= start;
      const reply = await this.submit(submission, first, quiz);
      if (reply !== undefined) return reply;
    }
  }

  /** @returns undefined if the quiz was regraded, or the start ended, in the meantime */
  private async submit(
    { quizId, principal, attempt, reservation }: SubmitStart,
    start: OpenStart,
    { grading, revealAnswers }: QuizState,
  ): Promise<OnceReply | undefined> {
    const { version, questions, isTimedOut: timedOut } = start;
    const content = await this.queries.execute(new GetQuizContent(quizId, version));
    const drawnQuestions = drawnOf(questions, content);
    const answers = locate(content, attempt.answers, drawnQuestions);
    if (start.isOver) throw new TimeIsUp();
    const { applicationId } = principal;
    const reveal = principal.admin ? 'always' : revealAnswers;
    return this.scorer.record(
      { ...attemptOf(start), applicationId, answers, drawnQuestions, timedOut, reference: attempt.reference },
      { version, grading, content },
      { isStarted: true, reveal, reservation },
    );
  }

  /** The first result of a request that is repeated. */
  private async replay({ quizId, startId, principal, reservation }: SubmitStart): Promise<OnceReply> {
    const reason = await this.starts.reasonMissing(quizId, startId, principal.userId);
    if (reservation === undefined) throw reason;
    return this.unitOfWork.run((transaction) =>
      this.idempotency.once(transaction, reservation, () => Promise.reject(reason)),
    );
  }
}
