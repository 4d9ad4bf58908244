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
  sql,
  type Transaction,
  UnitOfWork,
} from '#libs/platform';
import { type LockedQuiz, LockQuizzes, QuizNotFound } from '#libs/quizzes';
import { MaximumAttemptsReached } from './attempt.errors.js';
import { AttemptsRecorded } from './events/attempts-recorded.event.js';
import type { Score } from './scoring.js';

/** A scored attempt that waits to be accepted. */
export interface Submission {
  id: string;
  quizId: string;
  userId: string;
  version: number;
  score: Score;
  totalTimeMs: number;
  timedOut: boolean;
  claim: IdempotencyClaim | undefined;
  /** The result as it will be sent. */
  body: string;
}

type Outcome = OnceReply | Error;

/** Name of the kept count of a quiz's attempts. */
export const ATTEMPT_COUNT = 'attempts';

/**
 * Grants attempts while the user's count at the quiz is below its maximum, by one atomic statement, and records the granted
 * ones. $12 holds the maximum of each quiz by its id. A submission that does not come back was refused.
 */
const RECORD = sql(`
  WITH submitted AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::jsonb[], $6::smallint[], $7::smallint[],
      $8::smallint[], $9::boolean[], $10::integer[], $11::boolean[])
    AS s (quiz_id, id, user_id, version, answers, correct_count, total_questions, hundredths, passed, total_time_ms, timed_out)
  ), granted AS (
    INSERT INTO attempt_counts AS made (quiz_id, user_id, count)
    SELECT quiz_id, user_id, 1 FROM submitted ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET count = made.count + 1
      WHERE made.count < ($12::jsonb ->> made.quiz_id::text)::integer
    RETURNING quiz_id, user_id
  )
  INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, hundredths, passed,
    total_time_ms, timed_out, completed_at)
  SELECT quiz_id, id, user_id, version, answers, correct_count, total_questions, hundredths, passed,
    total_time_ms, timed_out, now()
  FROM submitted JOIN granted USING (quiz_id, user_id)
  RETURNING id, completed_at AS "completedAt"`);

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
    const accepted = fresh.length === 0 ? new Map<string, Date>() : await this.insert(transaction, fresh, quizzes);
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

  private async insert(
    transaction: Transaction,
    fresh: Submission[],
    quizzes: ReadonlyMap<string, LockedQuiz>,
  ): Promise<Map<string, Date>> {
    const isTimedOut = ({ quizId, totalTimeMs, timedOut }: Submission) => {
      const limit = quizzes.get(quizId)?.timeLimitSeconds ?? 0;
      return timedOut || (limit > 0 && totalTimeMs > limit * 1000);
    };
    const maxima = Object.fromEntries([...quizzes.values()].map(({ id, maxAttempts }) => [id, maxAttempts]));
    const rows = await transaction.query<{ id: string; completedAt: Date }>(RECORD, [
      fresh.map(({ quizId }) => quizId),
      fresh.map(({ id }) => id),
      fresh.map(({ userId }) => userId),
      fresh.map(({ version }) => version),
      fresh.map(({ score }) => JSON.stringify(score.positions)),
      fresh.map(({ score }) => score.correctCount),
      fresh.map(({ score }) => score.totalQuestions),
      fresh.map(({ score }) => score.hundredths),
      fresh.map(({ score }) => score.passed),
      fresh.map(({ totalTimeMs }) => totalTimeMs),
      fresh.map(isTimedOut),
      JSON.stringify(maxima),
    ]);
    const accepted = new Map(rows.map(({ id, completedAt }) => [id, completedAt]));
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
    return accepted;
  }

  /** Keeps the replies of accepted submissions; a refusal leaves its key free. */
  private async keepReplies(
    transaction: Transaction,
    submissions: Submission[],
    earlier: ReadonlyMap<Submission, unknown>,
    accepted: ReadonlyMap<string, Date>,
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
