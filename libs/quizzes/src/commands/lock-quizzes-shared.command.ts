import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, type Transaction } from '#libs/database';
import { LOCK_SHARED, TRY_LOCK_SHARED } from '../quiz-locks.js';

/** A quiz's rules as they are while the transaction lasts. */
export interface LockedQuiz {
  id: string;
  maxAttempts: number;
  timeLimitSeconds: number;
}

export interface LockedQuizzes {
  /** By id; those that do not exist are left out. */
  quizzes: ReadonlyMap<string, LockedQuiz>;
  /** Ids of quizzes that other transactions are changing, unless they were waited for. */
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
  SELECT id, max_attempts AS "maxAttempts", time_limit_seconds AS "timeLimitSeconds"
  FROM quizzes WHERE id = ANY ($1::uuid[])`);

@CommandHandler(LockQuizzesShared)
export class LockQuizzesSharedHandler implements ICommandHandler<LockQuizzesShared> {
  async execute({ ids, transaction, wait }: LockQuizzesShared): Promise<LockedQuizzes> {
    const sorted = [...new Set(ids)].sort();
    // Sent together, carried out one after the other: the rows are read under the lock.
    const [busy, rows] = await Promise.all([
      wait ? this.lock(transaction, sorted) : this.tryLock(transaction, sorted),
      transaction.query<LockedQuiz>(READ, [sorted]),
    ]);
    return { quizzes: new Map(rows.filter(({ id }) => !busy.has(id)).map((quiz) => [quiz.id, quiz])), busy };
  }

  private async lock(transaction: Transaction, ids: string[]): Promise<Set<string>> {
    await transaction.query(LOCK_SHARED, [ids]);
    return new Set();
  }

  private async tryLock(transaction: Transaction, ids: string[]): Promise<Set<string>> {
    const locks = await transaction.query<{ id: string; isHeld: boolean }>(TRY_LOCK_SHARED, [ids]);
    return new Set(locks.flatMap(({ id, isHeld }) => (isHeld ? [] : [id])));
  }
}
