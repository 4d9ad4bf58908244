import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Counter } from 'prom-client';
import {
  Idempotency,
  IdempotencyKeyInProgress,
  type IdempotencyReservation,
  type OnceReply,
  type StoredReply,
} from '#libs/idempotency';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { GroupCommit, type Transaction, UnitOfWork } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { Metrics, Tracing } from '#libs/observability';
import { ServiceUnavailable } from '#libs/http';
import { type LockedQuiz, LockQuizzesShared, QuizNotFound } from '#libs/quizzes';
import { MaximumAttemptsReached } from './attempt.errors.js';
import { AttemptsRecorded } from './events/attempts-recorded.event.js';
import { recordAttempts, type Submission } from './record-attempts.js';

/** What became of a submission; undefined where something that it needs is held by another transaction. */
type Outcome = OnceReply | Error | undefined;

/** Name of the counter of a quiz's attempts. */
export const ATTEMPT_COUNT = 'attempts';

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
  /** Waits for nothing, so that a quiz that is being changed, or a key in progress elsewhere, holds up no other submission. */
  private readonly prompt: GroupCommit<Submission, OnceReply | undefined>;

  /** Takes what the first one could not, and waits for it. */
  private readonly patient: GroupCommit<Submission, OnceReply>;

  private readonly accepted: Counter;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly idempotency: Idempotency,
    private readonly counts: ShardedCounters,
    metrics: Metrics,
    tracing: Tracing,
    @Inject(CONFIGURATION) { REQUEST_DEADLINE_MS }: Configuration,
  ) {
    // Less than the deadline, which began before: its caller was told by then that the service is not available.
    const common = { ...LIMITS, maxWaitMs: (REQUEST_DEADLINE_MS * 8) / 9, metrics, tracing };
    this.accepted = metrics.counter('quiz_attempts_accepted_total', 'Attempts that were accepted and committed');
    this.prompt = new GroupCommit({
      ...common,
      name: 'attempts',
      commit: (submissions) => this.commit(submissions, false),
    });
    this.patient = new GroupCommit({
      ...common,
      name: 'attempts that wait',
      commit: async (submissions) =>
        (await this.commit(submissions, true)).map((outcome) => outcome ?? new ServiceUnavailable()),
    });
  }

  /**
   * @returns the answer, once it is committed
   * @throws QuizNotFound, MaximumAttemptsReached, IdempotencyKeyReused, IdempotencyKeyInProgress, ServiceUnavailable
   */
  async record(submission: Submission): Promise<OnceReply> {
    const since = performance.now();
    return (await this.prompt.submit(submission, since)) ?? this.patient.submit(submission, since);
  }

  private async commit(submissions: Submission[], wait: boolean): Promise<Outcome[]> {
    const outcomes = await this.unitOfWork.run((transaction) => this.write(transaction, submissions, wait));
    const accepted = outcomes.filter((outcome) => outcome !== undefined && 'reply' in outcome && !outcome.replayed);
    this.accepted.inc(accepted.length);
    return outcomes;
  }

  private async write(transaction: Transaction, submissions: Submission[], wait: boolean): Promise<Outcome[]> {
    const earlier = await this.reserve(transaction, submissions, wait);
    const ids = submissions.map(({ quizId }) => quizId);
    const { quizzes, busy } = await this.commands.execute(new LockQuizzesShared(ids, transaction, wait));
    const fresh = submissions.filter((one) => !earlier.has(one) && quizzes.has(one.quizId));
    const accepted = fresh.length === 0 ? new Set<string>() : await this.accept(transaction, fresh, quizzes);
    await this.storeReplies(transaction, submissions, earlier, accepted);
    return submissions.map((submission) => {
      const reply = earlier.get(submission);
      const isHeldElsewhere = reply instanceof IdempotencyKeyInProgress && !wait;
      if (busy.has(submission.quizId) || isHeldElsewhere) return undefined;
      if (!quizzes.has(submission.quizId)) return new QuizNotFound();
      if (reply instanceof Error) return reply;
      if (reply !== undefined) return { reply, replayed: true };
      return accepted.has(submission.id)
        ? { reply: replyTo(submission), replayed: false }
        : new MaximumAttemptsReached();
    });
  }

  /** @returns the stored replies, or errors, of submissions whose keys were used before */
  private async reserve(
    transaction: Transaction,
    submissions: Submission[],
    wait: boolean,
  ): Promise<Map<Submission, StoredReply | Error>> {
    const reserving = submissions.filter(hasReservation);
    if (reserving.length === 0) return new Map();
    const reservations = reserving.map(({ reservation }) => reservation);
    const found = await this.idempotency.reserve(transaction, reservations, wait);
    return new Map(
      reserving.flatMap((submission, index) => {
        const reply = found[index];
        return reply === undefined ? [] : [[submission, reply]];
      }),
    );
  }

  /** Records the submissions within the limit of attempts, and publishes the event. @returns the ids of the accepted submissions */
  private async accept(
    transaction: Transaction,
    fresh: Submission[],
    quizzes: ReadonlyMap<string, LockedQuiz>,
  ): Promise<ReadonlySet<string>> {
    const recorded = await recordAttempts(transaction, fresh, quizzes);
    if (recorded.length > 0) {
      const perQuiz = new Map<string, number>();
      for (const { quizId } of recorded) perQuiz.set(quizId, (perQuiz.get(quizId) ?? 0) + 1);
      const deltas = [...perQuiz].map(([subject, delta]) => ({ name: ATTEMPT_COUNT, subject, delta }));
      await Promise.all([this.counts.add(transaction, deltas), transaction.publish(new AttemptsRecorded(recorded))]);
    }
    return new Set(recorded.map(({ attemptId }) => attemptId));
  }

  /** Stores the replies of accepted submissions, and releases the keys of rejected ones. */
  private async storeReplies(
    transaction: Transaction,
    submissions: Submission[],
    earlier: ReadonlyMap<Submission, unknown>,
    accepted: ReadonlySet<string>,
  ): Promise<void> {
    const held = submissions.filter(hasReservation).filter((submission) => !earlier.has(submission));
    const stored = held.filter(({ id }) => accepted.has(id));
    const rejected = held.filter(({ id }) => !accepted.has(id));
    await this.idempotency.store(
      transaction,
      stored.map((submission) => ({ reservation: submission.reservation, reply: replyTo(submission) })),
    );
    await this.idempotency.release(
      transaction,
      rejected.map(({ reservation }) => reservation),
    );
  }
}

type Reserving = Submission & { reservation: IdempotencyReservation };

const hasReservation = (submission: Submission): submission is Reserving => submission.reservation !== undefined;
const replyTo = ({ quizId, body }: Submission): StoredReply => ({ subject: quizId, headers: {}, body });
