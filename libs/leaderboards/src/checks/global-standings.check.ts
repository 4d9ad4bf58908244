import { Injectable } from '@nestjs/common';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  compareCounters,
  type ConsistencyCheck,
  DeferredDeletions,
  type DifferingRow,
  EVERYTHING,
  findDifferences,
  inGroups,
  missingFigures,
  ShardedCounters,
} from '#libs/projections';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { ADD_SUMS, COUNT_RANKED, SUMS, WRONG_SUMS } from '../repair-standings.js';
import { LOCK_USERS, REMOVE_USERS, STANDINGS, USER_COUNT } from '../standings.js';

type WrongSums = DifferingRow<{ userId: string }>;

/** The leaderboard over all quizzes: the sums of all attempts of each user, and how many users there are. */
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
    const where = ({ userId }: { userId: string }) => `user ${userId}`;
    const rows = findDifferences<{ userId: string }>(snapshot, WRONG_SUMS, [leaving], where);
    for await (const wrong of inGroups(rows, () => '')) {
      for (const { expected, stored } of wrong) users += Number(expected !== null) - Number(stored !== null);
      const differences = wrong.map(({ difference }) => difference);
      yield { done: 0, compared: 0, differences, repair: (transaction) => addMissing(transaction, wrong) };
    }
    const expected = new Map([[EVERYTHING, users]]);
    const counted = { name: USER_COUNT, figure: 'users', where: () => 'all users', expected, done: 1 };
    yield* compareCounters(this.counts, snapshot, counted);
    yield { done: 1, compared: users };
  }
}

/** Others only add to sums and take off them, so that what is missing stays the same while they do. */
async function addMissing(transaction: Transaction, wrong: readonly WrongSums[]): Promise<boolean> {
  const missing = wrong.map(({ userId, expected, stored }) => ({
    userId,
    ...missingFigures(SUMS, expected, stored),
  }));
  const users = missing.map(({ userId }) => userId);
  await transaction.query(LOCK_USERS, [users]);
  // Users to whom nothing is left have no row.
  const surplus = missing.filter(({ attempts }) => attempts < 0);
  await transaction.query(REMOVE_USERS, [surplus.map(({ userId }) => userId), surplus.map((one) => -one.attempts)]);
  const present = new Set(
    (await transaction.query<{ user_id: string }>(LOCK_USERS, [users])).map((row) => row.user_id),
  );
  const added = missing.filter(({ userId, attempts }) => present.has(userId) || attempts > 0);
  await transaction.query(ADD_SUMS, [
    added.map(({ userId }) => userId),
    ...SUMS.map((name) => added.map((one) => one[name])),
  ]);
  return false;
}
