import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { IdempotencyReservation, OnceReply } from '#libs/idempotency';
import { newId } from '#libs/database';
import type { Principal } from '#libs/http';
import { GetAnsweredVersion } from '#libs/quizzes';
import { AttemptScorer } from '../attempt-scorer.js';
import type { AttemptBody } from '../attempts.dto.js';
import { locate } from '../scoring.js';

/**
 * Scores an attempt against the version of the quiz that it was taken from, and records it once per Idempotency-Key.
 * @throws QuizNotFound, ValidationFailed for ids of other questions or answers, and what `AttemptRecorder.record` throws
 */
export class SubmitAttempt extends Command<OnceReply> {
  constructor(
    readonly quizId: string,
    readonly principal: Pick<Principal, 'userId' | 'applicationId' | 'admin'>,
    readonly attempt: AttemptBody,
    readonly reservation: IdempotencyReservation | undefined,
  ) {
    super();
  }
}

@CommandHandler(SubmitAttempt)
export class SubmitAttemptHandler implements ICommandHandler<SubmitAttempt> {
  constructor(
    private readonly queries: QueryBus,
    private readonly scorer: AttemptScorer,
  ) {}

  async execute(submission: SubmitAttempt): Promise<OnceReply> {
    for (;;) {
      const reply = await this.submit(submission);
      if (reply !== undefined) return reply;
    }
  }

  /** @returns undefined if the quiz was regraded in the meantime */
  private async submit({ quizId, principal, attempt, reservation }: SubmitAttempt): Promise<OnceReply | undefined> {
    const { answers, totalTimeMs, timedOut, reference } = attempt;
    const questionIds = answers.map(({ questionId }) => questionId);
    const answered = await this.queries.execute(new GetAnsweredVersion(quizId, questionIds, principal));
    const { userId, applicationId, admin } = principal;
    const { passPercentage, revealAnswers } = answered;
    const unscored = {
      attemptId: newId(),
      quizId,
      userId,
      applicationId,
      answers: locate(answered.content, answers),
      drawnQuestions: null,
      totalTimeMs,
      timedOut,
      reference,
      passPercentage,
    };
    const reveal = admin ? 'always' : revealAnswers;
    return this.scorer.record(unscored, answered, { reveal, reservation });
  }
}
