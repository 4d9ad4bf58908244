import { Injectable } from '@nestjs/common';
import { Snapshots, type Transaction } from '#libs/database';
import {
  compareProjections,
  counterProjection,
  type DifferingRow,
  missingTotals,
  ShardedCounters,
} from '#libs/projections';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { STANDINGS_OF_USERS } from '../repair-standings.js';
import { SUSPENSIONS_LOCK, USER_COUNT } from '../standings.js';
import { followSuspensions } from '../suspensions.js';
import { changeUsers, TOTALS } from '../user-totals.js';

const RANKED = `
  SELECT count(*) AS total FROM (${STANDINGS_OF_USERS.expected}) AS standing WHERE NOT suspended HAVING count(*) > 0`;

/** The leaderboard over all quizzes: the totals of all attempts of each user, who is suspended, and how many users it lists. */
@Injectable()
@ChecksConsistencyOf('standings over all quizzes')
export class GlobalStandingsCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return compareProjections<{ userId: string }>(this.snapshots, [
      { ...STANDINGS_OF_USERS, repair: addMissing },
      counterProjection(this.counts, { name: USER_COUNT, unit: 'users', expected: RANKED }),
    ]);
  }
}

/** Concurrent transactions only add differences too, so the missing part stays the same. */
async function addMissing(transaction: Transaction, wrong: readonly DifferingRow<{ userId: string }>[]): Promise<void> {
  const missing = wrong.map((row) => ({ userId: row.userId, ...missingTotals(TOTALS, row) }));
  await transaction.lock([SUSPENSIONS_LOCK()]);
  await changeUsers(transaction, missing);
  await followSuspensions(
    transaction,
    wrong.map(({ userId }) => userId),
  );
}
