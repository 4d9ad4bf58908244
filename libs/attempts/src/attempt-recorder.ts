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
import { CommitScheduler, GroupCommit, type Retry, type Transaction, UnitOfWork } from '#libs/database';
import { Overloaded } from '#libs/http';
import { Metrics, Tracing } from '#libs/observability';
import { type TriedLocks, type LockedQuiz, TryLockQuizzesShared, QuizClosed, QuizNotFound } from '#libs/quizzes';
import { findUsedUp, keyOf } from './attempt-counts.js';
import { MaximumAttemptsReached, StartRequired } from './attempt.errors.js';
import { AttemptsRecorded, type RecordedAttempt } from './events/attempts-recorded.event.js';
import { groupLimits } from './group-limits.js';
import { insertAttempts } from './insert-attempts.js';

/** A scored attempt that waits to be accepted. */
export interface Submission {
  readonly attempt: Omit<RecordedAttempt, 'completedAt'>;
  /** Whether it takes the place of an open start, whose id it has. */
  readonly isStarted: boolean;
  /** Whether it was saved, and not submitted. */
  readonly isSaved: boolean;
  readonly reservation: IdempotencyReservation | undefined;
  /** The result as it will be sent. */
  readonly body: string;
  /** The result to send instead to a user who has attempts left. */
  readonly bodyBeforeLast?: string | undefined;
}

type Outcome =
  | { readonly status: 'accepted' | 'replayed'; readonly reply: StoredReply }
  | { readonly status: 'rejected'; readonly error: Error }
  | { readonly status: 'outdated' };

// `insertAttempts` fails if a batch has a user and quiz twice.
function keysOf({ attempt, reservation }: Submission): string[] {
  const key = reservation === undefined ? [] : [`key ${reservation.userId} ${reservation.key}`];
  return [keyOf(attempt), ...key];
}

/** Accepts attempts, many in one transaction, and never more than a quiz allows. */
@Injectable()
export class AttemptRecorder {
  private readonly commits: GroupCommit<Submission, Outcome>;
  private readonly accepted: Counter;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly idempotency: Idempotency,
    scheduler: CommitScheduler,
    metrics: Metrics,
    tracing: Tracing,
    @Inject(CONFIGURATION) configuration: Configuration,
  ) {
    this.accepted = metrics.counter('quiz_attempts_accepted_total', 'Attempts that were accepted and committed');
    this.commits = new GroupCommit({
      ...groupLimits(configuration),
      concurrency: 2,
      name: 'attempts',
      commit: (submissions) => this.commit(submissions),
      keysOf,
      scheduler,
      metrics,
      tracing,
    });
  }

  /**
   * @returns the answer, once it is committed; undefined if the quiz was regraded after the submission was scored, which has to be scored
   *   again, or if its start is no longer open
   * @throws QuizNotFound, QuizClosed, MaximumAttemptsReached, StartRequired, IdempotencyKeyReused, IdempotencyKeyInProgress,
   *   ServiceUnavailable
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
   * Reserves the keys, locks the quizzes, decides which submissions are not recorded, records the others, and stores their replies. Keys
   * and quizzes are locked without waiting, so the order of these locks cannot cause a deadlock.
   */
  private async write(transaction: Transaction, submissions: Submission[]): Promise<(Outcome | Retry)[]> {
    const keys = submissions.flatMap(({ reservation }) => reservation ?? []);
    const reservations = await this.idempotency.reserve(transaction, keys);
    const quizIds = submissions.map(({ attempt }) => attempt.quizId);
    const locked = await this.commands.execute(new TryLockQuizzesShared(quizIds, transaction));
    const decided = submissions.map((submission) => decide(submission, reservations, locked));
    const open = submissions.filter((_, index) => decided[index] === undefined);
    const recorded = await this.insert(transaction, open, locked.quizzes);
    const hasLeft = await this.findUsersWithAttemptsLeft(transaction, open, locked.quizzes);
    const outcomes = submissions.map((one, index) => decided[index] ?? outcomeOf(one, recorded, hasLeft));
    await this.idempotency.settle(transaction, reservations, repliesOf(submissions, outcomes));
    return outcomes;
  }

  /** Of submissions whose result depends on it, those whose user has attempts left. */
  private async findUsersWithAttemptsLeft(
    transaction: Transaction,
    submissions: readonly Submission[],
    quizzes: ReadonlyMap<string, LockedQuiz>,
  ): Promise<(submission: Submission) => boolean> {
    const limits = submissions.flatMap(({ attempt: { quizId, userId }, bodyBeforeLast }) => {
      const quiz = quizzes.get(quizId);
      return quiz === undefined || bodyBeforeLast === undefined ? [] : { ...quiz, quizId, userId };
    });
    const usedUp = await findUsedUp(transaction, limits);
    return ({ attempt, bodyBeforeLast }) => bodyBeforeLast !== undefined && !usedUp.has(keyOf(attempt));
  }

  /** Records attempts within their limits, and publishes the event. @returns the ids of the recorded ones */
  private async insert(
    transaction: Transaction,
    submissions: readonly Submission[],
    quizzes: ReadonlyMap<string, LockedQuiz>,
  ): Promise<ReadonlySet<string>> {
    const insertions = submissions.flatMap(({ attempt, isStarted, isSaved }) => {
      const quiz = quizzes.get(attempt.quizId);
      return quiz === undefined ? [] : { attempt: { ...attempt, completedAt: quiz.lockedAt }, isStarted, isSaved };
    });
    const recorded = insertions.length === 0 ? [] : await insertAttempts(transaction, insertions, quizzes);
    if (recorded.length > 0) await transaction.publish(new AttemptsRecorded(recorded));
    return new Set(recorded.map(({ attemptId }) => attemptId));
  }
}

/** @returns the outcome of a submission that is not recorded, whatever the limit; undefined for the others */
function decide(
  { attempt: { quizId, grading }, isStarted, reservation }: Submission,
  reservations: Reservations,
  { quizzes, busy }: TriedLocks,
): Outcome | Retry | undefined {
  const earlier = reservation && reservations.get(reservation);
  // In this order: what others have locked decides the rest, a deleted quiz has no replies, and a closed one repeats its own.
  if (busy.has(quizId)) return { status: 'retry', error: new Overloaded() };
  if (earlier?.status === 'retry') return earlier;
  const quiz = quizzes.get(quizId);
  if (quiz === undefined) return { status: 'rejected', error: new QuizNotFound() };
  if (earlier !== undefined && earlier.status !== 'reserved') return earlier;
  if (quiz.isClosed && !isStarted) return { status: 'rejected', error: new QuizClosed() };
  if (quiz.requireStart && !isStarted) return { status: 'rejected', error: new StartRequired() };
  return quiz.grading === grading ? undefined : { status: 'outdated' };
}

function outcomeOf(
  submission: Submission,
  recorded: ReadonlySet<string>,
  hasAttemptsLeft: (submission: Submission) => boolean,
): Outcome {
  const { attempt, isStarted, body, bodyBeforeLast } = submission;
  if (!recorded.has(attempt.attemptId)) {
    return isStarted ? { status: 'outdated' } : { status: 'rejected', error: new MaximumAttemptsReached() };
  }
  const sent = bodyBeforeLast !== undefined && hasAttemptsLeft(submission) ? bodyBeforeLast : body;
  return { status: 'accepted', reply: { subject: attempt.quizId, headers: {}, body: sent } };
}

/** The replies to accepted submissions, to be stored under their Idempotency-Keys. */
const repliesOf = (submissions: readonly Submission[], outcomes: readonly (Outcome | Retry)[]) =>
  new Map(
    submissions.flatMap(({ reservation }, index) => {
      const outcome = outcomes[index];
      return reservation !== undefined && outcome?.status === 'accepted' ? [[reservation, outcome.reply]] : [];
    }),
  );
