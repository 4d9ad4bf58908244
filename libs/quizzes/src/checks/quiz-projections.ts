// Projections with rows of quizzes.
import type { CommandBus } from '@nestjs/cqrs';
import type { Transaction } from '#libs/database';
import { LockQuizExclusively, LockQuizzesShared } from '../commands/lock-quizzes.command.js';

/** The rows of counters that are compared: others are orphans. */
export const OF_EXISTING_QUIZZES = { key: 'quiz_id', where: 'subject IN (SELECT quiz_id FROM published_quizzes)' };

interface Row {
  readonly quizId: string;
  readonly userId: string;
}

/** A repair that rebuilds the rows of users at a quiz, under its exclusive lock, if it exists. */
export const underQuizLock =
  (commands: CommandBus, rebuild: (transaction: Transaction, quizId: string, userIds: string[]) => Promise<void>) =>
  async (transaction: Transaction, rows: readonly [Row, ...Row[]]): Promise<void> => {
    const [{ quizId }] = rows;
    const isThere = await commands.execute(new LockQuizExclusively(quizId, transaction));
    if (isThere)
      await rebuild(
        transaction,
        quizId,
        rows.map(({ userId }) => userId),
      );
  };

/** The quizzes of a repair of counters that exist, locked against deletion. */
export const quizzesInRepair = (commands: CommandBus) => (transaction: Transaction, quizIds: string[]) =>
  commands.execute(new LockQuizzesShared(quizIds, transaction));
