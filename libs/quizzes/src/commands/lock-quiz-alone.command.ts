import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, type Transaction } from '#libs/database';
import { LOCK_EXCLUSIVE } from '../quiz-locks.js';

/** Keeps everybody else from recording anything at a quiz, and from changing it, until the transaction ends. Answers whether it exists. */
export class LockQuizAlone extends Command<boolean> {
  constructor(
    readonly quizId: string,
    readonly transaction: Transaction,
  ) {
    super();
  }
}

const EXISTS = sql('SELECT 1 FROM quizzes WHERE id = $1');

@CommandHandler(LockQuizAlone)
export class LockQuizAloneHandler implements ICommandHandler<LockQuizAlone> {
  async execute({ quizId, transaction }: LockQuizAlone): Promise<boolean> {
    await transaction.query(LOCK_EXCLUSIVE, [quizId]);
    return (await transaction.query(EXISTS, [quizId])).length > 0;
  }
}
