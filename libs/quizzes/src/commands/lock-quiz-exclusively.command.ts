import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, type Transaction } from '#libs/database';
import { QUIZ } from '../quiz-locks.js';

/** Takes the exclusive lock of a quiz: no other transaction records at it or changes it until this one ends. Returns whether it exists. */
export class LockQuizExclusively extends Command<boolean> {
  constructor(
    readonly quizId: string,
    readonly transaction: Transaction,
  ) {
    super();
  }
}

const EXISTS = sql('SELECT 1 FROM quizzes WHERE id = $1');

@CommandHandler(LockQuizExclusively)
export class LockQuizExclusivelyHandler implements ICommandHandler<LockQuizExclusively> {
  async execute({ quizId, transaction }: LockQuizExclusively): Promise<boolean> {
    await transaction.lock([QUIZ(quizId)]);
    return (await transaction.query(EXISTS, [quizId])).length > 0;
  }
}
