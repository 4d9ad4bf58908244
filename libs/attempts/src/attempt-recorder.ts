import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Counter } from 'prom-client';
import {
  Idempotency,
  type IdempotencyReservation,
  type OnceReply,
  type Reservations,
  type StoredReply,
} from '#libs/idempotency';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { GroupCommit, type Retry, type Transaction, UnitOfWork } from '#libs/database';
import { Overloaded } from '#libs/http';
import { Metrics, Tracing } from '#libs/observability';
import { type TriedLocks, type LockedQuiz, TryLockQuizzesShared, QuizNotFound } from '#libs/quizzes';
import { MaximumAttemptsReached } from './attempt.errors.js';
import { AttemptsRecorded, type RecordedAttempt } from './events/attempts-recorded.event.js';
import { insertAttempts } from './insert-attempts.js';

/** A scored attempt that waits to be accepted. */
export interface Submission {
  readonly attempt: Omit<RecordedAttempt, 'completedAt'>;
  readonly reservation: IdempotencyReservation | undefined;
  /** The result as it will be sent. */
  readonly body: string;
}

type Outcome =
  | { readonly status: 'accepted' | 'replayed'; readonly reply: StoredReply }
  | { readonly status: 'rejected'; readonly error: Error }
  | { readonly status: 'outdated' };

/** How submissions are committed together. */
const LIMITS = {
  // `insertAttempts` fails if a batch has a user and quiz twice.
  keysOf: ({ attempt: { quizId, userId }, reservation }: Submission) => [
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
      maxLockWaitMs: DATABASE_LOCK_TIMEOUT_MS,
      // The deadline began when the request arrived: little of it is left then, or nothing.
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

  /**
   * Reserves the keys, locks the quizzes, decides which submissions are not recorded, records the others, and stores their replies.
   * Keys and quizzes are locked without waiting, so the order of these locks cannot cause a deadlock.
   */
  private async write(transaction: Transaction, submissions: Submission[]): Promise<(Outcome | Retry)[]> {
    const keys = submissions.flatMap(({ reservation }) => reservation ?? []);
    const reservations = await this.idempotency.reserve(transaction, keys);
    const quizIds = submissions.map(({ attempt }) => attempt.quizId);
    const locked = await this.commands.execute(new TryLockQuizzesShared(quizIds, transaction));
    const decided = submissions.map((submission) => decide(submission, reservations, locked));
    const open = submissions.filter((_, index) => decided[index] === undefined);
    const recorded = await this.insert(transaction, open, locked.quizzes);
    const outcomes = submissions.map((one, index) => decided[index] ?? outcomeOf(one, recorded));
    await this.idempotency.settle(transaction, reservations, repliesOf(submissions, outcomes));
    return outcomes;
  }

  /** Records attempts within their limits, and publishes the event. @returns the ids of the recorded ones */
  private async insert(
    transaction: Transaction,
    submissions: readonly Submission[],
    quizzes: ReadonlyMap<string, LockedQuiz>,
  ): Promise<ReadonlySet<string>> {
    const attempts = submissions.flatMap(({ attempt }) => {
      const quiz = quizzes.get(attempt.quizId);
      return quiz === undefined ? [] : { ...attempt, completedAt: quiz.lockedAt };
    });
    const recorded = attempts.length === 0 ? [] : await insertAttempts(transaction, attempts, quizzes);
    if (recorded.length > 0) await transaction.publish(new AttemptsRecorded(recorded));
    return new Set(recorded.map(({ attemptId }) => attemptId));
  }
}

/** @returns the outcome of a submission that is not recorded, whatever the limit; undefined for the others */
function decide(
  { attempt: { quizId, grading }, reservation }: Submission,
  reservations: Reservations,
  { quizzes, busy }: TriedLocks,
): Outcome | Retry | undefined {
  const earlier = reservation && reservations.get(reservation);
  if (busy.has(quizId)) return { status: 'retry', error: new Overloaded() };
  if (earlier?.status === 'retry') return earlier;
  const quiz = quizzes.get(quizId);
  if (quiz === undefined) return { status: 'rejected', error: new QuizNotFound() };
  if (earlier !== undefined && earlier.status !== 'reserved') return earlier;
  return quiz.grading === grading ? undefined : { status: 'outdated' };
}

const outcomeOf = ({ attempt: { attemptId, quizId }, body }: Submission, recorded: ReadonlySet<string>): Outcome =>
  recorded.has(attemptId)
    ? { status: 'accepted', reply: { subject: quizId, headers: {}, body } }
    : { status: 'rejected', error: new MaximumAttemptsReached() };

/** The replies to accepted submissions, to be stored under their Idempotency-Keys. */
const repliesOf = (submissions: readonly Submission[], outcomes: readonly (Outcome | Retry)[]) =>
  new Map(
    submissions.flatMap(({ reservation }, index) => {
      const outcome = outcomes[index];
      return reservation !== undefined && outcome?.status === 'accepted' ? [[reservation, outcome.reply]] : [];
    }),
  );
