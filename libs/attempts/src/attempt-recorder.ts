import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Counter } from 'prom-client';
import { Idempotency, type OnceReply, type Reservations, type StoredReply } from '#libs/idempotency';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { GroupCommit, type Retry, type Transaction, UnitOfWork } from '#libs/database';
import { Overloaded } from '#libs/http';
import { Metrics, Tracing } from '#libs/observability';
import { type FreeQuizzes, type LockedQuiz, LockFreeQuizzes, QuizNotFound } from '#libs/quizzes';
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
    @Inject(CONFIGURATION) { DATABASE_LOCK_TIMEOUT_MS, REQUEST_DEADLINE_MS }: Configuration,
  ) {
    this.accepted = metrics.counter('quiz_attempts_accepted_total', 'Attempts that were accepted and committed');
    this.commits = new GroupCommit({
      ...LIMITS,
      name: 'attempts',
      commit: (submissions) => this.commit(submissions),
      // Less than the deadline, which began earlier: by then the client has received 503.
      maxLockWaitMs: DATABASE_LOCK_TIMEOUT_MS,
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

  private async commit(submissions: Submission[]): Promise<(Outcome | Retry)[]> {
    const outcomes = await this.unitOfWork.run((transaction) => this.write(transaction, submissions));
    this.accepted.inc(outcomes.filter(({ status }) => status === 'accepted').length);
    return outcomes;
  }

  private async write(transaction: Transaction, submissions: Submission[]): Promise<(Outcome | Retry)[]> {
    const keys = submissions.flatMap(({ reservation }) => reservation ?? []);
    const reservations = await this.idempotency.reserve(transaction, keys);
    const ids = submissions.map(({ quizId }) => quizId);
    const locked = await this.commands.execute(new LockFreeQuizzes(ids, transaction));
    const decided = submissions.map((submission) => decide(submission, reservations, locked));
    const open = submissions.filter((_, index) => decided[index] === undefined);
    const acceptedIds = await this.accept(transaction, attemptsOf(open, locked.quizzes), locked.quizzes);
    const outcomes = submissions.map((one, index) => decided[index] ?? outcomeOf(one, acceptedIds.has(one.id)));
    await this.settle(transaction, submissions, reservations, outcomes);
    return outcomes;
  }

  /** Records attempts within the limit, and publishes the event. @returns the ids of the accepted ones */
  private async accept(
    transaction: Transaction,
    attempts: readonly RecordedAttempt[],
    quizzes: ReadonlyMap<string, LockedQuiz>,
  ): Promise<ReadonlySet<string>> {
    if (attempts.length === 0) return new Set();
    const accepted = await recordAttempts(transaction, attempts, quizzes);
    if (accepted.length > 0) await transaction.publish(new AttemptsRecorded(accepted));
    return new Set(accepted.map(({ attemptId }) => attemptId));
  }

  /** Stores the replies to accepted submissions under their Idempotency-Keys, and releases the keys of the others. */
  private async settle(
    transaction: Transaction,
    submissions: readonly Submission[],
    reservations: Reservations,
    outcomes: readonly (Outcome | Retry)[],
  ): Promise<void> {
    const held = submissions.flatMap(({ reservation }, index) => {
      if (reservation === undefined || reservations.get(reservation)?.status !== 'reserved') return [];
      const outcome = outcomes[index];
      return { reservation, reply: outcome?.status === 'accepted' ? outcome.reply : undefined };
    });
    await this.idempotency.settle(transaction, held);
  }
}

/** @returns the outcome of a submission that is not recorded, whatever the limit; undefined for the others */
function decide(
  { quizId, grading, reservation }: Submission,
  reservations: Reservations,
  { quizzes, busy }: FreeQuizzes,
): Outcome | Retry | undefined {
  const earlier = reservation && reservations.get(reservation);
  if (busy.has(quizId)) return { status: 'retry', error: new Overloaded() };
  if (earlier?.status === 'retry') return earlier;
  const quiz = quizzes.get(quizId);
  if (quiz === undefined) return { status: 'rejected', error: new QuizNotFound() };
  if (earlier !== undefined && earlier.status !== 'reserved') return earlier;
  return quiz.grading === grading ? undefined : { status: 'outdated' };
}

const outcomeOf = ({ quizId, body }: Submission, isAccepted: boolean): Outcome =>
  isAccepted
    ? { status: 'accepted', reply: { subject: quizId, headers: {}, body } }
    : { status: 'rejected', error: new MaximumAttemptsReached() };
