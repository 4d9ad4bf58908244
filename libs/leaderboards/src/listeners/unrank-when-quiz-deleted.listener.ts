import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  DeferredDeletions,
  KeptCounts,
  ListensTo,
  ListIndex,
  type Transaction,
  type TransactionListener,
} from '#libs/platform';
import { QuizDeleted } from '#libs/quizzes';
import {
  GLOBAL_STANDINGS,
  HOLDS_MORE,
  LOCK_USERS,
  QUIZ_STANDINGS,
  REDUCE_USERS,
  REMOVE_USERS,
  STANDING_COUNT,
  STANDINGS,
  TAKE_OFF_QUIZ,
  USER_COUNT,
} from '../standings.js';

/** Attempts up to which the figures of a quiz leave the global standings in the transaction of its deletion. */
const AT_ONCE = 10_000;

/** Users of one step in the background. */
const STEP = 1_000;

interface Gone {
  userId: string;
  attempts: string;
  correct: string;
  questions: string;
  hundredths: string;
  timeMs: string;
}

/** Takes a deleted quiz out of the standings: at once up to 10,000 attempts, beyond that in the background. */
@Injectable()
@ListensTo(QuizDeleted)
export class UnrankWhenQuizDeleted implements TransactionListener<QuizDeleted>, OnModuleInit {
  constructor(
    private readonly deletions: DeferredDeletions,
    private readonly counts: KeptCounts,
    private readonly index: ListIndex,
  ) {}

  onModuleInit(): void {
    this.deletions.register(STANDINGS, async (transaction, quizId) => {
      const isMoreLeft = (await this.takeOff(transaction, quizId, STEP)) === STEP;
      // Somebody may have asked for a page just before the deletion, and had what was left indexed.
      if (!isMoreLeft) await this.index.drop(transaction, QUIZ_STANDINGS, quizId);
      return isMoreLeft;
    });
  }

  async handle({ quizId }: QuizDeleted, transaction: Transaction): Promise<void> {
    await this.counts.drop(transaction, quizId, [STANDING_COUNT]);
    const [size] = await transaction.query<{ isLarge: boolean }>(HOLDS_MORE, [quizId, AT_ONCE]);
    if (size?.isLarge !== false) {
      await this.deletions.defer(transaction, STANDINGS, quizId);
      await this.index.drop(transaction, GLOBAL_STANDINGS);
    } else {
      await this.takeOff(transaction, quizId, AT_ONCE);
    }
    // After the rows of users are locked, as in the background.
    await this.index.drop(transaction, QUIZ_STANDINGS, quizId);
  }

  /** @returns how many users were taken off */
  private async takeOff(transaction: Transaction, quizId: string, limit: number): Promise<number> {
    const gone = await transaction.query<Gone>(TAKE_OFF_QUIZ, [quizId, limit]);
    const users = gone.map(({ userId }) => userId);
    const attempts = gone.map((one) => one.attempts);
    await transaction.query(LOCK_USERS, [users]);
    const removed = await transaction.query(REMOVE_USERS, [users, attempts]);
    await transaction.query(REDUCE_USERS, [
      users,
      attempts,
      gone.map(({ correct }) => correct),
      gone.map(({ questions }) => questions),
      gone.map(({ hundredths }) => hundredths),
      gone.map(({ timeMs }) => timeMs),
    ]);
    await this.counts.add(transaction, [{ name: USER_COUNT, delta: -removed.length }]);
    return gone.length;
  }
}
