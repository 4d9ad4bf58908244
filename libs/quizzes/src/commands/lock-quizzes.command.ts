// Locks of quizzes, for the transactions of other modules.
import { Command, type CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { shared, type Transaction } from '#libs/database';
import { QuizNotFound } from '../quiz.errors.js';
import { type LockedQuiz, QUIZ_LOCK, READ_LOCKED } from '../quiz-locks.js';

/**
 * Takes the shared locks of quizzes, so that none is updated or deleted until the transaction ends, and reads them under these locks.
 * Waits for transactions that update or delete them. Returns the quizzes by id, without those that do not exist.
 */
export class LockQuizzesShared extends Command<ReadonlyMap<string, LockedQuiz>> {
  constructor(
    readonly ids: readonly string[],
    readonly transaction: Transaction,
  ) {
    super();
  }
}

@CommandHandler(LockQuizzesShared)
export class LockQuizzesSharedHandler implements ICommandHandler<LockQuizzesShared> {
  async execute({ ids, transaction }: LockQuizzesShared): Promise<ReadonlyMap<string, LockedQuiz>> {
    await transaction.lock(ids.map((id) => shared(QUIZ_LOCK(id))));
    const rows = await transaction.query<LockedQuiz>(READ_LOCKED, [ids]);
    return new Map(rows.map((quiz) => [quiz.id, quiz]));
  }
}

export interface TriedLocks {
  /** The quizzes whose locks the transaction holds, by id. Those that do not exist are left out. */
  quizzes: ReadonlyMap<string, LockedQuiz>;
  /** Ids of those that other transactions update or delete. */
  busy: ReadonlySet<string>;
}

/** The same as {@link LockQuizzesShared}, without waiting for other transactions. */
export class TryLockQuizzesShared extends Command<TriedLocks> {
  constructor(
    readonly ids: readonly string[],
    readonly transaction: Transaction,
  ) {
    super();
  }
}

@CommandHandler(TryLockQuizzesShared)
export class TryLockQuizzesSharedHandler implements ICommandHandler<TryLockQuizzesShared> {
  async execute({ ids, transaction }: TryLockQuizzesShared): Promise<TriedLocks> {
    const distinct = [...new Set(ids)];
    // Sent together and executed in order: the rows are read under the lock.
    const [isHeld, rows] = await Promise.all([
      transaction.tryLock(distinct.map((id) => shared(QUIZ_LOCK(id)))),
      transaction.query<LockedQuiz>(READ_LOCKED, [distinct]),
    ]);
    const busy = new Set(distinct.filter((_, index) => isHeld[index] === false));
    return { quizzes: new Map(rows.filter(({ id }) => !busy.has(id)).map((quiz) => [quiz.id, quiz])), busy };
  }
}

/** Takes the exclusive lock of a quiz: no other transaction records at it or changes it until this one ends. */
export class LockQuizExclusively extends Command<LockedQuiz | undefined> {
  constructor(
    readonly quizId: string,
    readonly transaction: Transaction,
  ) {
    super();
  }
}

@CommandHandler(LockQuizExclusively)
export class LockQuizExclusivelyHandler implements ICommandHandler<LockQuizExclusively> {
  async execute({ quizId, transaction }: LockQuizExclusively): Promise<LockedQuiz | undefined> {
    await transaction.lock([QUIZ_LOCK(quizId)]);
    const [quiz] = await transaction.query<LockedQuiz>(READ_LOCKED, [[quizId]]);
    return quiz;
  }
}

/** Takes the exclusive lock of a quiz. @throws QuizNotFound */
export async function lockExistingQuiz(
  commands: CommandBus,
  quizId: string,
  transaction: Transaction,
): Promise<LockedQuiz> {
  const quiz = await commands.execute(new LockQuizExclusively(quizId, transaction));
  if (quiz === undefined) throw new QuizNotFound();
  return quiz;
}
