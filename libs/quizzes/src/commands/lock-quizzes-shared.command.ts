import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { shared, sql, type Transaction } from '#libs/database';
import { QUIZ } from '../quiz-locks.js';

/** A quiz's rules, which cannot change until the transaction ends. */
export interface LockedQuiz {
  id: string;
  maxAttempts: number;
  timeLimitSeconds: number;
  grading: number;
  /** `now()` of the transaction that locked it. */
  lockedAt: Date;
}

export interface LockedQuizzes {
  /** By id; those that do not exist are left out. */
  quizzes: ReadonlyMap<string, LockedQuiz>;
  /** Ids of quizzes that other transactions are changing; empty if the command waits for them. */
  busy: ReadonlySet<string>;
}

/** Takes the shared locks of quizzes, so that none is updated or deleted until the transaction ends, and reads them under these locks. */
export class LockQuizzesShared extends Command<LockedQuizzes> {
  constructor(
    readonly ids: readonly string[],
    readonly transaction: Transaction,
    /** Whether to wait for transactions that update or delete them. */
    readonly wait = true,
  ) {
    super();
  }
}

const READ = sql(`
  SELECT id, max_attempts AS "maxAttempts", time_limit_seconds AS "timeLimitSeconds", grading,
    now()::timestamptz(3) AS "lockedAt"
  FROM quizzes WHERE id = ANY ($1::uuid[])`);

@CommandHandler(LockQuizzesShared)
export class LockQuizzesSharedHandler implements ICommandHandler<LockQuizzesShared> {
  async execute({ ids, transaction, wait }: LockQuizzesShared): Promise<LockedQuizzes> {
    const distinct = [...new Set(ids)];
    const locks = distinct.map((id) => shared(QUIZ(id)));
    // Sent together and executed in order: the rows are read under the lock.
    const [held, rows] = await Promise.all([
      wait ? transaction.lock(locks).then(() => undefined) : transaction.tryLock(locks),
      transaction.query<LockedQuiz>(READ, [distinct]),
    ]);
    const busy = new Set(distinct.filter((_, index) => held?.[index] === false));
    return { quizzes: new Map(rows.filter(({ id }) => !busy.has(id)).map((quiz) => [quiz.id, quiz])), busy };
  }
}
