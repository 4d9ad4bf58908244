import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { shared, type Transaction } from '#libs/database';
import { type LockedQuiz, QUIZ, READ_LOCKED } from '../quiz-locks.js';

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
    await transaction.lock(ids.map((id) => shared(QUIZ(id))));
    const rows = await transaction.query<LockedQuiz>(READ_LOCKED, [ids]);
    return new Map(rows.map((quiz) => [quiz.id, quiz]));
  }
}
