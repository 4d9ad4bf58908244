import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  GroupCommit,
  Idempotency,
  type IdempotencyClaim,
  KeptCounts,
  type KeptReply,
  Metrics,
  type OnceReply,
  type Transaction,
  UnitOfWork,
} from '#libs/platform';
import { type LockedQuiz, LockQuizzes, QuizNotFound } from '#libs/quizzes';
import { MaximumAttemptsReached } from './attempt.errors.js';
import { AttemptsRecorded } from './events/attempts-recorded.event.js';
import { recordAttempts, type Submission } from './record-attempts.js';

type Outcome = OnceReply | Error;

/** Name of the kept count of a quiz's attempts. */
export const ATTEMPT_COUNT = 'attempts';

/** Accepts attempts, many in one transaction, and never more than a quiz allows. */
@Injectable()
export class AttemptRecorder {
  private readonly commits = new GroupCommit<Submission, OnceReply>({
    commit: (submissions) => this.commit(submissions),
    keysOf: ({ quizId, userId, claim }) => [
      `${quizId} ${userId}`,
      ...(claim === undefined ? [] : [`key ${claim.userId} ${claim.key}`]),
    ],
    lanes: 2,
    batchSize: 200,
    queueSize: 5_000,
  });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly idempotency: Idempotency,
    private readonly counts: KeptCounts,
    private readonly metrics: Metrics,
  ) {}

  /**
   * @returns the answer, once it is committed
   * @throws QuizNotFound, MaximumAttemptsReached, IdempotencyKeyReused, IdempotencyKeyInProgress, ServiceUnavailable
   */
  record(submission: Submission): Promise<OnceReply> {
    return this.commits.submit(submission);
  }

  private async commit(submissions: Submission[]): Promise<Outcome[]> {
    const outcomes = await this.unitOfWork.run((transaction) => this.write(transaction, submissions));
    this.metrics.attemptsAccepted.inc(
      outcomes.filter((outcome) => !(outcome instanceof Error) && !outcome.replayed).length,
    );
    return submissions.map(({ id }, index) => outcomes[index] ?? new Error(`Attempt ${id} has no outcome`));
  }

  private async write(transaction: Transaction, submissions: Submission[]): Promise<Outcome[]> {
    const earlier = await this.claim(transaction, submissions);
    const quizzes = await this.commands.execute(
      new LockQuizzes(
        submissions.map(({ quizId }) => quizId),
        transaction,
      ),
    );
    const fresh = submissions.filter((one) => !earlier.has(one) && quizzes.has(one.quizId));
    const accepted = fresh.length === 0 ? new Set<string>() : await this.accept(transaction, fresh, quizzes);
    await this.keepReplies(transaction, submissions, earlier, accepted);
    return submissions.map((submission) => {
      if (!quizzes.has(submission.quizId)) return new QuizNotFound();
      const reply = earlier.get(submission);
      if (reply instanceof Error) return reply;
      if (reply !== undefined) return { reply, replayed: true };
      return accepted.has(submission.id)
        ? { reply: replyTo(submission), replayed: false }
        : new MaximumAttemptsReached();
    });
  }

  /** @returns what is already known of submissions whose keys were used before */
  private async claim(
    transaction: Transaction,
    submissions: Submission[],
  ): Promise<Map<Submission, KeptReply | Error>> {
    const claiming = submissions.filter(hasClaim).sort((one, other) => (claimOrder(one) < claimOrder(other) ? -1 : 1));
    if (claiming.length === 0) return new Map();
    const found = await this.idempotency.claim(
      transaction,
      claiming.map(({ claim }) => claim),
    );
    return new Map(
      claiming.flatMap((submission, index) => {
        const reply = found[index];
        return reply === undefined ? [] : [[submission, reply]];
      }),
    );
  }

  /** Records what is granted, and tells the other modules. @returns the ids of the accepted submissions */
  private async accept(
    transaction: Transaction,
    fresh: Submission[],
    quizzes: ReadonlyMap<string, LockedQuiz>,
  ): Promise<ReadonlySet<string>> {
    const accepted = await recordAttempts(transaction, fresh, quizzes);
    const recorded = fresh.flatMap(({ id, quizId, userId, score, totalTimeMs }) => {
      const completedAt = accepted.get(id);
      return completedAt === undefined ? [] : [{ ...score, quizId, userId, totalTimeMs, completedAt }];
    });
    if (recorded.length > 0) {
      const perQuiz = new Map<string, number>();
      for (const { quizId } of recorded) perQuiz.set(quizId, (perQuiz.get(quizId) ?? 0) + 1);
      const deltas = [...perQuiz].map(([subject, delta]) => ({ name: ATTEMPT_COUNT, subject, delta }));
      await this.counts.add(transaction, deltas);
      await transaction.publish(new AttemptsRecorded(recorded));
    }
    return new Set(accepted.keys());
  }

  /** Keeps the replies of accepted submissions; a refusal leaves its key free. */
  private async keepReplies(
    transaction: Transaction,
    submissions: Submission[],
    earlier: ReadonlyMap<Submission, unknown>,
    accepted: ReadonlySet<string>,
  ): Promise<void> {
    const held = submissions.filter(hasClaim).filter((submission) => !earlier.has(submission));
    const kept = held.filter(({ id }) => accepted.has(id));
    const refused = held.filter(({ id }) => !accepted.has(id));
    await this.idempotency.keep(
      transaction,
      kept.map((submission) => ({ claim: submission.claim, reply: replyTo(submission) })),
    );
    await this.idempotency.release(
      transaction,
      refused.map(({ claim }) => claim),
    );
  }
}

type Claiming = Submission & { claim: IdempotencyClaim };

const hasClaim = (submission: Submission): submission is Claiming => submission.claim !== undefined;
const claimOrder = ({ claim }: Claiming) => `${claim.userId} ${claim.key}`;
const replyTo = ({ quizId, body }: Submission): KeptReply => ({ subject: quizId, headers: {}, body });
