import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import type { IdempotencyReservation, OnceReply } from '#libs/idempotency';
import { newId } from '#libs/database';
import { type Principal, toJsonString, ValidationFailed } from '#libs/http';
import { GetAnsweredVersion } from '#libs/quizzes';
import { AttemptRecorder } from '../attempt-recorder.js';
import type { AttemptBody, AttemptResult } from '../attempts.dto.js';
import { GradingCache } from '../regrading/grading-cache.js';
import { locate, score, scoredAnswers } from '../scoring.js';

/**
 * Scores an attempt against the version of the quiz that it was taken from, and records it once per Idempotency-Key.
 * @throws QuizNotFound, ValidationFailed for ids of other questions or answers, and what {@link AttemptRecorder.record} throws
 */
export class SubmitAttempt extends Command<OnceReply> {
  constructor(
    readonly quizId: string,
    readonly principal: Pick<Principal, 'userId' | 'applicationId'>,
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
    private readonly gradings: GradingCache,
    private readonly recorder: AttemptRecorder,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute(submission: SubmitAttempt): Promise<OnceReply> {
    for (;;) {
      const reply = await this.submit(submission);
      if (reply !== undefined) return reply;
    }
  }

  /** @returns undefined if the quiz was regraded in the meantime */
  private async submit({ quizId, principal, attempt, reservation }: SubmitAttempt): Promise<OnceReply | undefined> {
    const questionIds = attempt.answers.map(({ questionId }) => questionId);
    const answered = await this.queries.execute(new GetAnsweredVersion(quizId, questionIds));
    const { version, grading } = answered;
    const content = await this.gradings.contentOf(quizId, answered);
    const positions = locate(content, attempt.answers);
    if ('problems' in positions) throw new ValidationFailed(positions.problems);
    const scored = score(content, positions, this.configuration.PASS_PERCENTAGE);
    const { totalTimeMs, timedOut, reference } = attempt;
    const attemptId = newId();
    const body = toJsonString<AttemptResult>({
      attemptId,
      correctCount: scored.correctCount,
      totalQuestions: scored.totalQuestions,
      percentage: scored.basisPoints / 100,
      passed: scored.passed,
      totalTimeMs,
      answers: scoredAnswers(content, positions),
    });
    const { userId, applicationId } = principal;
    const scoredAttempt = { attemptId, quizId, userId, applicationId, version, grading, answers: positions, ...scored };
    return this.recorder.record({ attempt: { ...scoredAttempt, totalTimeMs, timedOut, reference }, reservation, body });
  }
}
