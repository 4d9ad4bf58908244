import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { toJsonString } from '#libs/http';
import type { IdempotencyReservation, OnceReply } from '#libs/idempotency';
import type { AnsweredVersion, RevealAnswers } from '#libs/quizzes';
import { hideCorrect } from './answer-hider.js';
import { AttemptRecorder, type Submission } from './attempt-recorder.js';
import type { AttemptResult } from './attempts.dto.js';
import type { RecordedAttempt } from './events/attempts-recorded.event.js';
import { GradingCache } from './regrading/grading-cache.js';
import { score, scoredAnswers } from './scoring.js';

/** What is known of an attempt before it is scored. */
export interface UnscoredAttempt extends Pick<
  RecordedAttempt,
  | 'attemptId'
  | 'quizId'
  | 'userId'
  | 'applicationId'
  | 'answers'
  | 'drawnQuestions'
  | 'totalTimeMs'
  | 'timedOut'
  | 'reference'
  | 'passPercentage'
> {
  /** Whether it takes the place of an open start, whose id it has. */
  readonly isStarted: boolean;
  /** Whether it was saved, and not submitted. */
  readonly isSaved?: boolean;
  /** When its user may see which answers are correct. */
  readonly reveal: RevealAnswers;
}

/** Scores attempts and records them. */
@Injectable()
export class AttemptScorer {
  constructor(
    private readonly gradings: GradingCache,
    private readonly recorder: AttemptRecorder,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * @param answered the version of the quiz that its answers are positions of
   * @returns undefined if the quiz was regraded in the meantime, or the start is no longer open
   * @throws what {@link AttemptRecorder.record} throws
   */
  async record(
    { isStarted, isSaved, reveal, ...attempt }: UnscoredAttempt,
    answered: Pick<AnsweredVersion, 'version' | 'grading' | 'content'>,
    reservation: IdempotencyReservation | undefined,
  ): Promise<OnceReply | undefined> {
    const { version, grading } = answered;
    const content = await this.gradings.contentOf(attempt.quizId, answered);
    const scored = score(
      content,
      attempt.answers,
      attempt.passPercentage ?? this.configuration.PASS_PERCENTAGE,
      attempt.drawnQuestions,
    );
    const result: AttemptResult = {
      attemptId: attempt.attemptId,
      correctCount: scored.correctCount,
      totalQuestions: scored.totalQuestions,
      percentage: scored.basisPoints / 100,
      passed: scored.passed,
      totalTimeMs: attempt.totalTimeMs,
      answers: scoredAnswers(content, attempt.answers),
    };
    const recorded = { ...attempt, version, grading, ...scored };
    return this.recorder.record({ attempt: recorded, isStarted, isSaved, reservation, ...bodiesOf(result, reveal) });
  }
}

/** The texts of a result, as the quiz tells which answers are correct. */
function bodiesOf(result: AttemptResult, reveal: RevealAnswers): Pick<Submission, 'body' | 'bodyBeforeLast'> {
  if (reveal === 'always') return { body: toJsonString(result) };
  const hidden = toJsonString({ ...result, answers: hideCorrect(result.answers) });
  return reveal === 'never' ? { body: hidden } : { body: toJsonString(result), bodyBeforeLast: hidden };
}
