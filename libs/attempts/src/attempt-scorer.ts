import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { toJsonString } from '#libs/http';
import type { OnceReply } from '#libs/idempotency';
import type { AnsweredVersion, RevealAnswers } from '#libs/quizzes';
import { hideCorrect } from './answer-hider.js';
import { AttemptRecorder, type Submission } from './attempt-recorder.js';
import type { AttemptResult } from './attempts.dto.js';
import type { RecordedAttempt } from './events/attempts-recorded.event.js';
import { GradingCache } from './regrading/grading-cache.js';
import { score, scoredAnswers } from './scoring.js';

/** What is known of an attempt before it is scored. */
export type UnscoredAttempt = Pick<
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
>;

export interface RecordOptions
  extends Pick<Submission, 'reservation'>, Partial<Pick<Submission, 'isStarted' | 'isSaved'>> {
  /** When the user may see which answers are correct. */
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
   * @param answered the version of the quiz in which the positions of the answers count
   * @returns undefined if the quiz was regraded in the meantime, or the start is no longer open
   * @throws what {@link AttemptRecorder.record} throws
   */
  async record(
    attempt: UnscoredAttempt,
    answered: Pick<AnsweredVersion, 'version' | 'grading' | 'content'>,
    { isStarted = false, isSaved = false, reveal, reservation }: RecordOptions,
  ): Promise<OnceReply | undefined> {
    const { version, grading } = answered;
    const content = await this.gradings.contentOf(attempt.quizId, answered);
    const { answers, drawnQuestions, attemptId, totalTimeMs } = attempt;
    const passPercentage = attempt.passPercentage ?? this.configuration.PASS_PERCENTAGE;
    const { correctCount, totalQuestions, basisPoints, passed } = score(
      content,
      answers,
      passPercentage,
      drawnQuestions,
    );
    const result: AttemptResult = {
      attemptId,
      correctCount,
      totalQuestions,
      percentage: basisPoints / 100,
      passed,
      totalTimeMs,
      answers: scoredAnswers(content, answers),
    };
    const { body, bodyBeforeLast } = bodiesOf(result, reveal);
    const scored = { ...attempt, version, grading, correctCount, totalQuestions, basisPoints, passed };
    return this.recorder.record({ attempt: scored, isStarted, isSaved, reservation, body, bodyBeforeLast });
  }
}

/** The texts of a result, as the quiz tells which answers are correct. */
function bodiesOf(result: AttemptResult, reveal: RevealAnswers): Pick<Submission, 'body' | 'bodyBeforeLast'> {
  if (reveal === 'always') return { body: toJsonString(result) };
  const hidden = toJsonString({ ...result, answers: hideCorrect(result.answers) });
  return reveal === 'never' ? { body: hidden } : { body: toJsonString(result), bodyBeforeLast: hidden };
}
