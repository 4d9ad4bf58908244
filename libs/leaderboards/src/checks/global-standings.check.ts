import { Injectable } from '@nestjs/common';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  compareCounters,
  type ConsistencyCheck,
  compareRows,
  DeferredDeletions,
  type DifferingRow,
  EVERYTHING,
  missingTotals,
  ShardedCounters,
  type Totals,
} from '#libs/projections';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { COUNT_RANKED, WRONG_TOTALS } from '../repair-standings.js';
import { STANDINGS, SUSPENSIONS, USER_COUNT } from '../standings.js';
import { followSuspensions } from '../suspensions.js';
import { changeUsers, TOTALS } from '../user-totals.js';

interface Key {
  userId: string;
}

/** The leaderboard over all quizzes: the totals of all attempts of each user, who is suspended, and how many users it lists. */
@Injectable()
@ChecksConsistencyOf('standings over all quizzes')
export class GlobalStandingsCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly deletions: DeferredDeletions,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return this.snapshots.during((snapshot) => this.verifyUsers(snapshot));
  }

  private async *verifyUsers(snapshot: Snapshot): AsyncGenerator<CheckBatch> {
    const leaving = [...(await this.deletions.subjectsIn(snapshot, STANDINGS))];
    const [ranked] = await snapshot.query<{ count: number }>(COUNT_RANKED);
    let users = ranked?.count ?? 0;
    for await (const batch of compareRows<Key>(snapshot, WRONG_TOTALS, { values: [leaving], repair: addMissing })) {
      for (const { expected, stored } of batch.rows) users += Number(isListed(expected)) - Number(isListed(stored));
      yield batch;
    }
    const expected = new Map([[EVERYTHING, users]]);
    const counted = { name: USER_COUNT, unit: 'users', where: () => 'all users', expected };
    yield* compareCounters(this.counts, snapshot, counted);
    yield { done: 1, compared: users };
  }
}

/** Concurrent transactions only add differences too, so the missing part stays the same. */
async function addMissing(transaction: Transaction, wrong: readonly DifferingRow<Key>[]): Promise<void> {
  const missing = wrong.map(({ userId, expected, stored }) => ({
    userId,
    ...missingTotals(TOTALS, expected, stored),
  }));
  await transaction.lock([SUSPENSIONS()]);
  await changeUsers(transaction, missing);
  await followSuspensions(
    transaction,
    wrong.map(({ userId }) => userId),
  );
}

const isListed = (totals: Totals | null) => totals?.suspended === 0;
