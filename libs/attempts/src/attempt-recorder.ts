import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Counter } from 'prom-client';
import { Idempotency, type OnceReply, type StoredReply } from '#libs/idempotency';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { GroupCommit, type Retry, type Transaction, UnitOfWork } from '#libs/database';
import { Metrics, Tracing } from '#libs/observability';
import { type LockedQuiz, LockQuizzesShared, QuizNotFound } from '#libs/quizzes';
import { MaximumAttemptsReached } from './attempt.errors.js';
import { AttemptsRecorded, type RecordedAttempt } from './events/attempts-recorded.event.js';
import { attemptsOf, recordAttempts, type Submission } from './record-attempts.js';

/** The result of a submission. */
type Outcome =
  | { readonly status: 'accepted' | 'replayed'; readonly reply: StoredReply }
  | { readonly status: 'rejected'; readonly error: Error }
  | { readonly status: 'outdated' };

/** How submissions are committed together. */
const LIMITS = {
  keysOf: ({ quizId, userId, reservation }: Submission) => [
    `${quizId} ${userId}`,
    ...(reservation === undefined ? [] : [`key ${reservation.userId} ${reservation.key}`]),
  ],
  concurrency: 2,
  minBatchSize: 50,
  maxBatchSize: 200,
  maxQueueSize: 5_000,
};

/** Accepts attempts, many in one transaction, and never more than a quiz allows. */
@Injectable()
export class AttemptRecorder {
  private readonly commits: GroupCommit<Submission, Outcome>;
  private readonly accepted: Counter;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly idempotency: Idempotency,
    metrics: Metrics,
    tracing: Tracing,
    @Inject(CONFIGURATION) { REQUEST_DEADLINE_MS }: Configuration,
  ) {
    this.accepted = metrics.counter('quiz_attempts_accepted_total', 'Attempts that were accepted and committed');
    this.commits = new GroupCommit({
      ...LIMITS,
      name: 'attempts',
      commit: (submissions, wait) => this.commit(submissions, wait),
      // Less than the deadline, which began earlier: by then the client has received 503.
      maxWaitMs: (REQUEST_DEADLINE_MS * 8) / 9,
      metrics,
      tracing,
    });
  }

  /**
   * @returns the answer, once it is committed; undefined if the quiz was regraded after the submission was scored: score it again
   * @throws QuizNotFound, MaximumAttemptsReached, IdempotencyKeyReused, IdempotencyKeyInProgress, ServiceUnavailable
   */
  async record(submission: Submission): Promise<OnceReply | undefined> {
    const outcome = await this.commits.submit(submission);
    if (outcome.status === 'rejected') throw outcome.error;
    if (outcome.status === 'outdated') return undefined;
    return { reply: outcome.reply, replayed: outcome.status === 'replayed' };
  }

  private async commit(submissions: Submission[], wait: boolean): Promise<(Outcome | Retry)[]> {
    const outcomes = await this.unitOfWork.run((transaction) => this.write(transaction, submissions, wait));
    this.accepted.inc(outcomes.filter(({ status }) => status === 'accepted').length);
    return outcomes;
  }

  private async write(
    transaction: Transaction,
    submissions: Submission[],
    wait: boolean,
  ): Promise<(Outcome | Retry)[]> {
    const keys = submissions.flatMap(({ reservation }) => reservation ?? []);
    const reservations = await this.idempotency.reserve(transaction, keys, wait);
    const earlier = ({ reservation }: Submission) => {
      const result = reservation && reservations.get(reservation);
      return result?.status === 'reserved' ? undefined : result;
    };
    const ids = submissions.map(({ quizId }) => quizId);
    const { quizzes, busy } = await this.commands.execute(new LockQuizzesShared(ids, transaction, wait));
    const isOutdated = ({ quizId, grading }: Submission) => (quizzes.get(quizId)?.grading ?? grading) !== grading;
    const fresh = submissions.filter((one) => earlier(one) === undefined && !isOutdated(one));
    const accepted = await this.accept(transaction, attemptsOf(fresh, quizzes), quizzes);
    const acceptedIds = new Set(accepted.map(({ attemptId }) => attemptId));
    const outcomes = submissions.map((submission): Outcome | Retry => {
      const { id, quizId, body } = submission;
      const result = earlier(submission);
      if (busy.has(quizId) || result?.status === 'retry') return { status: 'retry' };
      if (!quizzes.has(quizId)) return { status: 'rejected', error: new QuizNotFound() };
      if (result !== undefined) return result;
      if (isOutdated(submission)) return { status: 'outdated' };
      return acceptedIds.has(id)
        ? { status: 'accepted', reply: { subject: quizId, headers: {}, body } }
        : { status: 'rejected', error: new MaximumAttemptsReached() };
    });
    const held = submissions.flatMap(({ reservation }, index) => {
      if (reservation === undefined || reservations.get(reservation)?.status !== 'reserved') return [];
      const outcome = outcomes[index];
      return { reservation, reply: outcome?.status === 'accepted' ? outcome.reply : undefined };
    });
    await this.idempotency.settle(transaction, held);
    return outcomes;
  }

  /** Records attempts within the limit, and publishes the event. @returns the accepted ones */
  private async accept(
    transaction: Transaction,
    attempts: readonly RecordedAttempt[],
    quizzes: ReadonlyMap<string, LockedQuiz>,
  ): Promise<readonly RecordedAttempt[]> {
    if (attempts.length === 0) return [];
    const accepted = await recordAttempts(transaction, attempts, quizzes);
    if (accepted.length > 0) await transaction.publish(new AttemptsRecorded(accepted));
    return accepted;
  }
}
