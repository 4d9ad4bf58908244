import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { GroupCommit, newId, type Retry, sql, type Transaction, UnitOfWork } from '#libs/database';
import { Overloaded } from '#libs/http';
import { Metrics, Tracing } from '#libs/observability';
import {
  GetQuizContent,
  type LockedQuiz,
  QuizClosed,
  QuizNotFound,
  type TriedLocks,
  TryLockQuizzesShared,
} from '#libs/quizzes';
import { keyColumns, keyOf, type UserAtQuiz } from '../attempt-counts.js';
import { MaximumAttemptsReached } from '../attempt.errors.js';
import { groupLimits } from '../group-limits.js';
import { type OpenStart, READ_STARTS } from './open-start.js';
import { arrange, type ShownQuestion } from './shown-questions.js';

/** Who wants to start which quiz. */
export interface StartRequest extends UserAtQuiz {
  readonly applicationId: string | null;
  readonly admin: boolean;
}

/** A start that was just written. */
export type NewStart = Pick<OpenStart, 'id' | 'quizId' | 'version' | 'questions' | 'startedAt' | 'endsAt'>;

type Found =
  { readonly status: 'started'; readonly start: NewStart } | { readonly status: 'open'; readonly start: OpenStart };

type Outcome = Found | { readonly status: 'rejected'; readonly error: Error };

interface Draft extends StartRequest {
  readonly id: string;
  readonly quiz: LockedQuiz;
  readonly questions: ShownQuestion[];
}

type InsertedRow = UserAtQuiz &
  Pick<OpenStart, 'startedAt' | 'endsAt'> & {
    /** Whether the user has an attempt left for it. */
    readonly isAccepted: boolean;
  };

/**
 * Starts quizzes for users without an open start, and counts the starts like attempts. A start that exceeds the limit is inserted too:
 * the transaction deletes it again. Where two instances start a quiz for a user, the second waits for the first, and inserts nothing.
 * Counts that exist are locked first, as by the statement that records attempts.
 */
const INSERT = sql(`
  WITH requested AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::integer[], $6::jsonb[], $7::integer[], $8::smallint[],
      $9::timestamptz[])
    AS r (quiz_id, user_id, id, application_id, version, questions, limit_seconds, pass_percentage, closes_at)
  ), granted AS (
    SELECT quiz_id, user_id, extra_seconds FROM attempt_counts JOIN requested USING (quiz_id, user_id)
    ORDER BY quiz_id, user_id FOR UPDATE OF attempt_counts
  ), inserted AS (
    INSERT INTO starts (quiz_id, user_id, id, application_id, version, questions, pass_percentage, limit_seconds, ends_at)
    SELECT quiz_id, user_id, id, application_id, version, questions, pass_percentage, limit_seconds,
      least(closes_at, now() + make_interval(secs => limit_seconds + coalesce(extra_seconds, 0)))
    FROM requested LEFT JOIN granted USING (quiz_id, user_id)
    ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO NOTHING
    RETURNING quiz_id, user_id, started_at, ends_at
  ), accepted AS (
    INSERT INTO attempt_counts AS made (quiz_id, user_id, count)
    SELECT quiz_id, user_id, 1 FROM inserted ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET count = made.count + 1
      WHERE made.count < made.extra_attempts + ($10::jsonb ->> made.quiz_id::text)::integer
    RETURNING quiz_id, user_id
  )
  SELECT quiz_id AS "quizId", user_id AS "userId", started_at AS "startedAt", ends_at AS "endsAt",
    accepted.user_id IS NOT NULL AS "isAccepted"
  FROM inserted LEFT JOIN accepted USING (quiz_id, user_id)`);

const DELETE = sql(`
  DELETE FROM starts WHERE (quiz_id, user_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`);

/** Starts quizzes, many in one transaction, and never more than a quiz allows. */
@Injectable()
export class StartRecorder {
  private readonly commits: GroupCommit<StartRequest, Outcome>;

  constructor(
    unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    metrics: Metrics,
    tracing: Tracing,
  ) {
    this.commits = new GroupCommit({
      ...groupLimits(configuration),
      // A worker can have four connections, and reads need one.
      concurrency: 1,
      name: 'starts',
      commit: (requests) => unitOfWork.run((transaction) => this.write(transaction, requests)),
      // `INSERT` fails if a batch has a user and quiz twice.
      keysOf: (request) => [keyOf(request)],
      metrics,
      tracing,
    });
  }

  /**
   * @returns the new start of the user at the quiz, once it is committed, or the open one
   * @throws QuizNotFound, QuizClosed, MaximumAttemptsReached, ServiceUnavailable
   */
  async start(request: StartRequest): Promise<Found> {
    const outcome = await this.commits.submit(request);
    if (outcome.status === 'rejected') throw outcome.error;
    return outcome;
  }

  private async write(transaction: Transaction, requests: readonly StartRequest[]): Promise<(Outcome | Retry)[]> {
    const quizIds = requests.map(({ quizId }) => quizId);
    const locks = await this.commands.execute(new TryLockQuizzesShared(quizIds, transaction));
    const isClosed = ({ quizId }: StartRequest) => locks.quizzes.get(quizId)?.isClosed === true;
    const decided = new Map(requests.map((request) => [request, decide(request, locks)]));
    const undecided = requests.filter((request) => decided.get(request) === undefined);
    const inserted = await this.insert(
      transaction,
      undecided.filter((request) => !isClosed(request)),
      locks.quizzes,
    );
    // Also in the grace after the quiz was closed.
    const open = await this.readOpen(
      transaction,
      undecided.filter((request) => !inserted.has(keyOf(request))),
    );
    // An open start can be submitted before it is read: then there is none, and the next try starts again.
    const missing = (request: StartRequest): Outcome | Retry =>
      isClosed(request)
        ? { status: 'rejected', error: new QuizClosed() }
        : { status: 'retry', error: new Overloaded() };
    return requests.map(
      (request) => decided.get(request) ?? inserted.get(keyOf(request)) ?? open.get(keyOf(request)) ?? missing(request),
    );
  }

  /** @returns the open starts by user and quiz */
  private async readOpen(transaction: Transaction, keys: readonly UserAtQuiz[]): Promise<ReadonlyMap<string, Outcome>> {
    if (keys.length === 0) return new Map();
    const values = [...keyColumns(keys), this.configuration.START_GRACE_SECONDS];
    const starts = await transaction.query<OpenStart>(READ_STARTS, values);
    return new Map(starts.map((start) => [keyOf(start), { status: 'open', start }]));
  }

  /** @returns the outcomes by user and quiz, without those for which there is an open start */
  private async insert(
    transaction: Transaction,
    requests: readonly StartRequest[],
    quizzes: TriedLocks['quizzes'],
  ): Promise<ReadonlyMap<string, Outcome>> {
    if (requests.length === 0) return new Map();
    const drafts: Draft[] = [];
    for (const request of requests) {
      const quiz = quizzes.get(request.quizId) as LockedQuiz;
      const content = await this.queries.execute(new GetQuizContent(quiz.id, quiz.version, transaction));
      drafts.push({ id: newId(), ...request, quiz, questions: arrange(content, quiz) });
    }
    const rows = await transaction.query<InsertedRow>(INSERT, [
      ...keyColumns(drafts),
      drafts.map(({ id }) => id),
      drafts.map(({ applicationId }) => applicationId),
      drafts.map(({ quiz }) => quiz.version),
      drafts.map(({ questions }) => JSON.stringify(questions)),
      drafts.map(({ quiz }) => quiz.timeLimitSeconds || null),
      drafts.map(({ quiz }) => quiz.passPercentage),
      drafts.map(({ quiz }) => quiz.closesAt),
      JSON.stringify(Object.fromEntries(drafts.map(({ quiz }) => [quiz.id, quiz.maxAttempts]))),
    ]);
    const rejected = rows.filter(({ isAccepted }) => !isAccepted);
    if (rejected.length > 0) await transaction.query(DELETE, keyColumns(rejected));
    const inserted = new Map(rows.map((row) => [keyOf(row), row]));
    return new Map(
      drafts.flatMap((draft) => {
        const row = inserted.get(keyOf(draft));
        return row === undefined ? [] : [[keyOf(draft), outcomeOf(draft, row)]];
      }),
    );
  }
}

function outcomeOf({ id, quizId, quiz, questions }: Draft, { startedAt, endsAt, isAccepted }: InsertedRow): Outcome {
  if (!isAccepted) return { status: 'rejected', error: new MaximumAttemptsReached() };
  return { status: 'started', start: { id, quizId, version: quiz.version, questions, startedAt, endsAt } };
}

/** @returns the outcome of a request that finds no quiz; undefined for the others */
function decide({ quizId, admin }: StartRequest, { quizzes, busy }: TriedLocks): Outcome | Retry | undefined {
  if (busy.has(quizId)) return { status: 'retry', error: new Overloaded() };
  const quiz = quizzes.get(quizId);
  const exists = quiz !== undefined && (quiz.isOpen || admin);
  return exists ? undefined : { status: 'rejected', error: new QuizNotFound() };
}
