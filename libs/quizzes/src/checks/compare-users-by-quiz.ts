import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Snapshot, Statement, Transaction } from '#libs/database';
import {
  type CheckBatch,
  compareCounters,
  compareRows,
  type DifferingRows,
  type ShardedCounters,
} from '#libs/projections';
import { LockQuizExclusively } from '../commands/lock-quiz-exclusively.command.js';
import { LockQuizzesShared } from '../commands/lock-quizzes-shared.command.js';
import { type QuizRange, ScanQuizzes } from '../queries/scan-quizzes.query.js';

/** The stored rows per user and quiz, and a counter per quiz. */
export interface UsersByQuiz {
  /** The rows that differ at the quizzes $1, with the keys `quizId` and `userId`. */
  readonly differences: DifferingRows;
  /** Rebuilds the rows of users at a quiz from their attempts. The transaction holds the quiz's exclusive lock. */
  readonly rebuild: (transaction: Transaction, quizId: string, userIds: string[]) => Promise<void>;
  /** Name of the counter, what it counts, and the `quizId` and `count` of the quizzes $1 that have any. */
  readonly counter: { readonly name: string; readonly unit: string; readonly counted: Statement };
}

interface Key {
  quizId: string;
  userId: string;
}

/** Compares the stored rows of users with the expected ones, quiz by quiz, in ranges of quizzes with a snapshot each. */
export async function* compareUsersByQuiz(
  commands: CommandBus,
  queries: QueryBus,
  counts: ShardedCounters,
  { differences, rebuild, counter }: UsersByQuiz,
): AsyncGenerator<CheckBatch> {
  const isThere = async (transaction: Transaction, quizId: string) =>
    (await commands.execute(new LockQuizzesShared([quizId], transaction))).has(quizId);

  const repair = async (transaction: Transaction, rows: [Key, ...Key[]]) => {
    const [{ quizId }] = rows;
    const userIds = rows.map(({ userId }) => userId);
    const isLocked = await commands.execute(new LockQuizExclusively(quizId, transaction));
    if (isLocked) await rebuild(transaction, quizId, userIds);
  };

  async function* compareRange(snapshot: Snapshot, { quizIds, done }: QuizRange): AsyncGenerator<CheckBatch> {
    yield* compareRows<Key>(snapshot, differences, { values: [quizIds], groupBy: 'quizId', repair });
    const counted = await snapshot.query<{ quizId: string; count: number }>(counter.counted, [quizIds]);
    const expected = new Map([
      ...quizIds.map((id) => [id, 0] as const),
      ...counted.map(({ quizId, count }) => [quizId, count] as const),
    ]);
    const all = { ...counter, where: (quizId: string) => `quiz ${quizId}, all users`, expected, keep: isThere };
    yield* compareCounters(counts, snapshot, all);
    yield { done, compared: counted.reduce((sum, { count }) => sum + count, 0) };
  }

  yield* await queries.execute(new ScanQuizzes(compareRange));
}
