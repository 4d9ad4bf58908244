import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import type { IdempotencyReservation, OnceReply } from '#libs/idempotency';
import { newId } from '#libs/database';
import { toJson, ValidationFailed } from '#libs/http';
import { FindAnsweredVersion } from '#libs/quizzes';
import { AttemptRecorder } from '../attempt-recorder.js';
import type { AttemptBody, AttemptResult } from '../attempts.dto.js';
import { locate, score, scoredAnswers } from '../scoring.js';

/**
 * Scores an attempt against the version of the quiz that it was taken from, and records it once per Idempotency-Key.
 * @throws QuizNotFound, ValidationFailed for ids of other questions or answers, and what {@link AttemptRecorder.record} throws
 */
export class SubmitAttempt extends Command<OnceReply> {
  constructor(
    readonly quizId: string,
    readonly userId: string,
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
    private readonly recorder: AttemptRecorder,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ quizId, userId, attempt, reservation }: SubmitAttempt): Promise<OnceReply> {
    const questionIds = attempt.answers.map(({ questionId }) => questionId);
    const { version, content } = await this.queries.execute(new FindAnsweredVersion(quizId, questionIds));
    const positions = locate(content, attempt.answers);
    if ('problems' in positions) throw new ValidationFailed(positions.problems);
    const scored = score(content, positions, this.configuration.PASS_PERCENTAGE);
    const { totalTimeMs, timedOut } = attempt;
    const id = newId();
    const body = toJson<AttemptResult>({
      attemptId: id,
      correctCount: scored.correctCount,
      totalQuestions: scored.totalQuestions,
      percentage: scored.basisPoints / 100,
      passed: scored.passed,
      totalTimeMs,
      answers: scoredAnswers(content, positions),
    });
    return this.recorder.record({
      id,
      quizId,
      userId,
      version,
      score: scored,
      totalTimeMs,
      timedOut,
      reservation,
      body,
    });
  }
}
