import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { newId, type Retry, sql, type Transaction } from '#libs/database';
import { Overloaded } from '#libs/http';
import {
  GetQuizContent,
  type LockedQuiz,
  type QuizContent,
  QuizClosed,
  QuizNotFound,
  type TriedLocks,
} from '#libs/quizzes';
import { MaximumAttemptsReached } from '../attempt.errors.js';
import { type OpenStart, READ_STARTS, startColumns } from './open-start.js';
import { arrange } from './shown-questions.js';

/** Who wants to start which quiz. */
export interface StartRequest {
  readonly quizId: string;
  readonly userId: string;
  readonly applicationId: string | null;
  readonly admin: boolean;
}

/** A request at a quiz whose lock the transaction holds, with the content of its current version. */
interface LockedRequest extends StartRequest {
  readonly quiz: LockedQuiz;
  readonly content: QuizContent;
}

export type StartOutcome =
  | { readonly status: 'started' | 'open'; readonly start: OpenStart }
  | { readonly status: 'rejected'; readonly error: Error };

interface InsertedStart extends OpenStart {
  /** Whether the user has an attempt left for it. */
  isAccepted: boolean;
}

/**
 * Starts quizzes for users without an open start, and counts the starts like attempts. A start that exceeds the limit is inserted too:
 * the transaction deletes it again. Where two instances start a quiz for a user, the second waits for the first, and inserts nothing.
 */
const INSERT = sql(`
  WITH inserted AS (
    INSERT INTO starts (quiz_id, user_id, id, application_id, version, questions, pass_percentage, limit_seconds, ends_at)
    SELECT quiz_id, user_id, id, application_id, version, questions, pass_percentage, limit_seconds,
      least(closes_at, now() + make_interval(secs => limit_seconds + coalesce(extra_seconds, 0)))
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::integer[], $6::jsonb[], $7::integer[], $8::smallint[],
      $9::timestamptz[])
      AS requested (quiz_id, user_id, id, application_id, version, questions, limit_seconds, pass_percentage, closes_at)
    LEFT JOIN attempt_counts USING (quiz_id, user_id)
    ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO NOTHING
    RETURNING *
  ), accepted AS (
    INSERT INTO attempt_counts AS made (quiz_id, user_id, count)
    SELECT quiz_id, user_id, 1 FROM inserted ORDER BY quiz_id, user_id
    ON CONFLICT (quiz_id, user_id) DO UPDATE SET count = made.count + 1
      WHERE made.count < made.extra_attempts + ($10::jsonb ->> made.quiz_id::text)::integer
    RETURNING quiz_id, user_id
  )
  SELECT ${startColumns('$11')}, accepted.user_id IS NOT NULL AS "isAccepted"
  FROM inserted LEFT JOIN accepted USING (quiz_id, user_id)`);

const DELETE = sql(`
  DELETE FROM starts WHERE (quiz_id, user_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`);

/** Writes starts in the transactions that record attempts. */
@Injectable()
export class StartWriter {
  constructor(
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Starts quizzes, or finds the starts that are open.
   * @param requests of different users or quizzes
   * @param locks of their quizzes, as the transaction holds them
   */
  async write(
    transaction: Transaction,
    requests: readonly StartRequest[],
    { quizzes, busy }: TriedLocks,
  ): Promise<ReadonlyMap<StartRequest, StartOutcome | Retry>> {
    const locked = new Map<StartRequest, LockedRequest>();
    for (const request of requests) {
      const { quizId } = request;
      const quiz = quizzes.get(quizId);
      if (quiz === undefined || quiz.isClosed || (!quiz.isOpen && !request.admin)) continue;
      const content = await this.queries.execute(new GetQuizContent(quizId, quiz.version, transaction));
      locked.set(request, { ...request, quiz, content });
    }
    const outcomes = await this.insert(transaction, [...locked.values()]);
    const outcomeOf = (request: StartRequest): StartOutcome | Retry => {
      // An open start can be submitted before it is read: then there is none, and the next try starts again.
      if (locked.has(request)) return outcomes.get(idOf(request)) ?? { status: 'retry', error: new Overloaded() };
      if (busy.has(request.quizId)) return { status: 'retry', error: new Overloaded() };
      const isClosed = quizzes.get(request.quizId)?.isClosed === true;
      return { status: 'rejected', error: isClosed ? new QuizClosed() : new QuizNotFound() };
    };
    return new Map(requests.map((request) => [request, outcomeOf(request)]));
  }

  /** @returns the outcomes by user and quiz */
  private async insert(
    transaction: Transaction,
    requests: readonly LockedRequest[],
  ): Promise<Map<string, StartOutcome>> {
    if (requests.length === 0) return new Map();
    const { START_GRACE_SECONDS } = this.configuration;
    const inserted = await transaction.query<InsertedStart>(INSERT, [
      ...columns(requests),
      requests.map(() => newId()),
      requests.map(({ applicationId }) => applicationId),
      requests.map(({ quiz }) => quiz.version),
      requests.map(({ quiz, content }) => JSON.stringify(arrange(content, quiz))),
      requests.map(({ quiz }) => quiz.timeLimitSeconds || null),
      requests.map(({ quiz }) => quiz.passPercentage),
      requests.map(({ quiz }) => quiz.closesAt),
      JSON.stringify(Object.fromEntries(requests.map(({ quiz }) => [quiz.id, quiz.maxAttempts]))),
      START_GRACE_SECONDS,
    ]);
    const rejected = inserted.filter(({ isAccepted }) => !isAccepted);
    if (rejected.length > 0) await transaction.query(DELETE, columns(rejected));
    const outcomes = new Map<string, StartOutcome>(
      inserted.map((start) => [
        idOf(start),
        start.isAccepted ? { status: 'started', start } : { status: 'rejected', error: new MaximumAttemptsReached() },
      ]),
    );
    const others = requests.filter((request) => !outcomes.has(idOf(request)));
    if (others.length === 0) return outcomes;
    const open = await transaction.query<OpenStart>(READ_STARTS, [...columns(others), START_GRACE_SECONDS]);
    for (const start of open) outcomes.set(idOf(start), { status: 'open', start });
    return outcomes;
  }
}

type Key = Pick<StartRequest, 'quizId' | 'userId'>;

const idOf = ({ quizId, userId }: Key) => `${quizId} ${userId}`;

const columns = (keys: readonly Key[]) => [keys.map(({ quizId }) => quizId), keys.map(({ userId }) => userId)];
