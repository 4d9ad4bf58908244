import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, type Transaction } from '#libs/platform';
import { LOCK_SHARED } from '../quiz-locks.js';

/** What a submission must know of a quiz at the moment it is recorded. */
export interface LockedQuiz {
  id: string;
  maxAttempts: number;
  timeLimitSeconds: number;
}

/** Keeps quizzes from being updated or deleted until the transaction ends, and reads them under that lock. */
export class LockQuizzes extends Command<ReadonlyMap<string, LockedQuiz>> {
  constructor(
    readonly ids: readonly string[],
    readonly transaction: Transaction,
  ) {
    super();
  }
}

const READ = sql(`
  SELECT id, max_attempts AS "maxAttempts", time_limit_seconds AS "timeLimitSeconds"
  FROM quizzes WHERE id = ANY ($1::uuid[])`);

@CommandHandler(LockQuizzes)
export class LockQuizzesHandler implements ICommandHandler<LockQuizzes> {
  async execute({ ids, transaction }: LockQuizzes): Promise<ReadonlyMap<string, LockedQuiz>> {
    const sorted = [...new Set(ids)].sort();
    await transaction.query(LOCK_SHARED, [sorted]);
    const quizzes = await transaction.query<LockedQuiz>(READ, [sorted]);
    return new Map(quizzes.map((quiz) => [quiz.id, quiz]));
  }
}
