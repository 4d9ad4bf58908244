import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NIL } from 'uuid';
import { ShardedCounters } from '#libs/projections';
import { DeferredDeletions, ListensTo, shared, type Transaction, type TransactionListener } from '#libs/database';
import { QuizDeleted } from '#libs/quizzes';
import { DROP } from '../ranking/ranking-statements.js';
import { HOLDS_MORE, REMOVE_FROM_QUIZ, STANDING_COUNT, STANDINGS, SUSPENSIONS_LOCK, USER_COUNT } from '../standings.js';
import { changeUsers, type UserTotals } from '../user-totals.js';

/** Maximum number of a quiz's attempts whose totals leave the global standings in the transaction of its deletion. */
const AT_ONCE = 10_000;

/** Users of one step in the background. */
const STEP = 1_000;

/** Removes a deleted quiz from the standings: up to 10,000 attempts immediately, more of them in the background. */
@Injectable()
@ListensTo(QuizDeleted)
export class UnrankWhenQuizDeleted implements TransactionListener<QuizDeleted>, OnModuleInit {
  /** The last user that was removed, by quiz. Without it each step would scan the index entries of all removed users. */
  private readonly reached = new Map<string, string>();

  constructor(
    private readonly deletions: DeferredDeletions,
    private readonly counts: ShardedCounters,
  ) {}

  readonly locks = () => [shared(SUSPENSIONS_LOCK())];

  onModuleInit(): void {
    this.deletions.register(STANDINGS, async (transaction, quizId) => {
      await transaction.lock(this.locks());
      const users = await this.removeUsers(transaction, quizId, STEP, this.reached.get(quizId));
      if (users.length === STEP) {
        this.reached.set(quizId, users.toSorted().at(-1) ?? NIL);
        return true;
      }
      // Once more from the beginning, because a step may have been rolled back.
      if (this.reached.delete(quizId) || users.length > 0) return true;
      // A request for a far page just before the deletion may have caused the rest to be indexed.
      await transaction.query(DROP, [quizId]);
      return false;
    });
  }

  async handle({ quizId }: QuizDeleted, transaction: Transaction): Promise<void> {
    await this.counts.drop(transaction, quizId, [STANDING_COUNT]);
    const [size] = await transaction.query<{ isLarge: boolean }>(HOLDS_MORE, [quizId, AT_ONCE]);
    if (size?.isLarge !== false) {
      await this.deletions.defer(transaction, STANDINGS, quizId);
    } else {
      await this.removeUsers(transaction, quizId, AT_ONCE);
    }
    await transaction.query(DROP, [quizId]);
  }

  /** @returns the users that were removed */
  private async removeUsers(
    transaction: Transaction,
    quizId: string,
    limit: number,
    after: string = NIL,
  ): Promise<string[]> {
    const totals = await transaction.query<UserTotals>(REMOVE_FROM_QUIZ, [quizId, limit, after]);
    await this.counts.add(transaction, [{ name: USER_COUNT, delta: await changeUsers(transaction, totals) }]);
    return totals.map(({ userId }) => userId);
  }
}
