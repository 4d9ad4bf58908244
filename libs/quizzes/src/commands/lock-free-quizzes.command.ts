import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { shared, type Transaction } from '#libs/database';
import { type LockedQuiz, QUIZ, READ_LOCKED } from '../quiz-locks.js';

export interface FreeQuizzes {
  /** Those whose locks the transaction holds, by id. Those that do not exist are left out. */
  quizzes: ReadonlyMap<string, LockedQuiz>;
  /** Ids of those that other transactions update or delete. */
  busy: ReadonlySet<string>;
}

/** The same as {@link LockQuizzesShared}, without waiting for other transactions. */
export class LockFreeQuizzes extends Command<FreeQuizzes> {
  constructor(
    readonly ids: readonly string[],
    readonly transaction: Transaction,
  ) {
    super();
  }
}

@CommandHandler(LockFreeQuizzes)
export class LockFreeQuizzesHandler implements ICommandHandler<LockFreeQuizzes> {
  async execute({ ids, transaction }: LockFreeQuizzes): Promise<FreeQuizzes> {
    const distinct = [...new Set(ids)];
    // Sent together and executed in order: the rows are read under the lock.
    const [isHeld, rows] = await Promise.all([
      transaction.tryLock(distinct.map((id) => shared(QUIZ(id)))),
      transaction.query<LockedQuiz>(READ_LOCKED, [distinct]),
    ]);
    const busy = new Set(distinct.filter((_, index) => isHeld[index] === false));
    return { quizzes: new Map(rows.filter(({ id }) => !busy.has(id)).map((quiz) => [quiz.id, quiz])), busy };
  }
}
