import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { CommitScheduler, GroupCommit, newId, type Retry, sql, type Transaction, UnitOfWork } from '#libs/database';
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
  | { readonly status: 'started'; readonly start: NewStart }
  | { readonly status: 'open'; readonly start: OpenStart };

type Outcome = Found | { readonly status: 'rejected'; readonly error: Error };

interface Draft extends StartRequest {
  readonly id: string;
  readonly quiz: LockedQuiz;
  readonly questions: ShownQuestion[];
}

type RequestedRow = UserAtQuiz & {
  /** Whether the user had an open start, which is not counted again. */
  readonly isOpen: boolean;
  /** Whether the user had an attempt left for a new one. */
  readonly isCounted: boolean;
  /** Null if no start was inserted. */
  readonly startedAt: Date | null;
  readonly endsAt: Date | null;
};

/**
 * Starts quizzes for users without an open start and with an attempt left, and counts the starts like attempts. Counts come first, in the
 * order in which the statement that records attempts locks them, also those of users who have none yet, so that the two cannot deadlock.
 * Where two instances start a quiz for a user, the second waits for the first, and inserts nothing.
 */
const INSERT = sql(`
  WITH requested AS (
    SELECT r.*, EXISTS (SELECT FROM starts WHERE (starts.quiz_id, starts.user_id) = (r.quiz_id, r.user_id)) AS is_open
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::integer[], $6::jsonb[], $7::integer[], $8::smallint[],
      $9::timestamptz[])
    AS r (quiz_id, user_id, id, application_id, version, questions, limit_seconds, pass_percentage, closes_at)
  ), counted AS (
    INSERT INTO attempt_counts AS made (quiz_id, user_id, count)
    SELECT quiz_id, user_id, 1 FROM requested WHERE NOT is_open ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET count = made.count + 1
      WHERE made.count < made.extra_attempts + ($10::jsonb ->> made.quiz_id::text)::integer
    RETURNING quiz_id, user_id, extra_seconds
  ), inserted AS (
    INSERT INTO starts (quiz_id, user_id, id, application_id, version, questions, pass_percentage, limit_seconds, ends_at)
    SELECT quiz_id, user_id, id, application_id, version, questions, pass_percentage, limit_seconds,
      least(closes_at, now() + make_interval(secs => limit_seconds + extra_seconds))
    FROM requested JOIN counted USING (quiz_id, user_id)
    ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO NOTHING
    RETURNING quiz_id, user_id, started_at, ends_at
  )
  SELECT quiz_id AS "quizId", user_id AS "userId", is_open AS "isOpen", counted.user_id IS NOT NULL AS "isCounted",
    started_at AS "startedAt", ends_at AS "endsAt"
  FROM requested LEFT JOIN counted USING (quiz_id, user_id) LEFT JOIN inserted USING (quiz_id, user_id)`);

const UNCOUNT = sql(`
  UPDATE attempt_counts SET count = count - 1 WHERE (quiz_id, user_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`);

/** Starts quizzes, many in one transaction, and never more than a quiz allows. */
@Injectable()
export class StartRecorder {
  private readonly commits: GroupCommit<StartRequest, Outcome>;

  constructor(
    unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    scheduler: CommitScheduler,
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
      scheduler,
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
    // Also in the grace after the quiz was closed, and of users whose last attempt another instance has just started.
    const open = await this.readOpen(
      transaction,
      undecided.filter((request) => inserted.get(keyOf(request))?.status !== 'started'),
    );
    // An open start can be submitted before it is read: then there is none, and the next try starts again.
    const missing = (request: StartRequest): Outcome | Retry =>
      isClosed(request)
        ? { status: 'rejected', error: new QuizClosed() }
        : { status: 'retry', error: new Overloaded() };
    return requests.map(
      (request) => decided.get(request) ?? open.get(keyOf(request)) ?? inserted.get(keyOf(request)) ?? missing(request),
    );
  }

  /** @returns the open starts by user and quiz */
  private async readOpen(transaction: Transaction, keys: readonly UserAtQuiz[]): Promise<ReadonlyMap<string, Outcome>> {
    if (keys.length === 0) return new Map();
    const values = [...keyColumns(keys), this.configuration.START_GRACE_SECONDS];
    const starts = await transaction.query<OpenStart>(READ_STARTS, values);
    return new Map(starts.map((start) => [keyOf(start), { status: 'open', start }]));
  }

  /** @returns the outcomes by user and quiz: new starts, and rejections of users who had none open and no attempt left */
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
    const rows = await transaction.query<RequestedRow>(INSERT, [
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
    const uncounted = rows.filter(({ isCounted, startedAt }) => isCounted && startedAt === null);
    if (uncounted.length > 0) await transaction.query(UNCOUNT, keyColumns(uncounted));
    const found = new Map(rows.map((row) => [keyOf(row), row]));
    return new Map(
      drafts.flatMap((draft) => {
        const outcome = outcomeOf(draft, found.get(keyOf(draft)) as RequestedRow);
        return outcome === undefined ? [] : [[keyOf(draft), outcome]];
      }),
    );
  }
}

/** @returns undefined if there is, or was, an open start */
function outcomeOf(
  { id, quizId, quiz, questions }: Draft,
  { isOpen, isCounted, startedAt, endsAt }: RequestedRow,
): Outcome | undefined {
  if (startedAt !== null)
    return { status: 'started', start: { id, quizId, version: quiz.version, questions, startedAt, endsAt } };
  return isOpen || isCounted ? undefined : { status: 'rejected', error: new MaximumAttemptsReached() };
}

/** @returns the outcome of a request that finds no quiz; undefined for the others */
function decide({ quizId, admin }: StartRequest, { quizzes, busy }: TriedLocks): Outcome | Retry | undefined {
  if (busy.has(quizId)) return { status: 'retry', error: new Overloaded() };
  const quiz = quizzes.get(quizId);
  const exists = quiz !== undefined && (quiz.isOpen || admin);
  return exists ? undefined : { status: 'rejected', error: new QuizNotFound() };
}
