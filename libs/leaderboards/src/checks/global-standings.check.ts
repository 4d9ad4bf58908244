import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { StreamUserSums } from '#libs/attempts';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  compareCounters,
  compareFigures,
  type ConsistencyCheck,
  DeferredDeletions,
  type Difference,
  EVERYTHING,
  missingFigures,
  pairByKey,
  ShardedCounters,
} from '#libs/projections';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { ADD_SUMS, STANDINGS_OF_USERS } from '../repair-standings.js';
import { LOCK_USERS, REMOVE_USERS, STANDINGS, USER_COUNT } from '../standings.js';

const NAMES = ['attempts', 'correct', 'questions', 'hundredths', 'timeMs'] as const;

type Sums = Record<(typeof NAMES)[number], number>;

interface StandingRow extends Record<string, unknown> {
  userId: string;
  isRanked: boolean;
  /** In the order of the names; null where there is no such row. */
  figures: (number | null)[];
  leaving: (number | null)[];
}

/** What is to be added to a user's sums. */
interface Missing extends Sums {
  userId: string;
}

/** Users of one repair. */
const PART = 500;

/** The leaderboard over all quizzes: the sums of all attempts of each user, and how many users there are. */
@Injectable()
@ChecksConsistencyOf('standings over all quizzes')
export class GlobalStandingsCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    private readonly deletions: DeferredDeletions,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return this.snapshots.during((snapshot) => this.verifyUsers(snapshot));
  }

  private async *verifyUsers(snapshot: Snapshot): AsyncGenerator<CheckBatch> {
    const leaving = [...(await this.deletions.subjectsIn(snapshot, STANDINGS))];
    const found = (await this.counts.readIn(snapshot, USER_COUNT)).get(EVERYTHING) ?? 0;
    const rows = snapshot.stream<StandingRow>(STANDINGS_OF_USERS, [leaving]);
    const sums = await this.queries.execute(new StreamUserSums(snapshot));
    const keyOf = ({ userId }: { userId: string }) => userId;
    let users = 0;
    let wrong: [Missing, Difference][] = [];
    for await (const pairs of pairByKey(sums, rows, keyOf, keyOf)) {
      for (const [userId, ofAttempts, row] of pairs) {
        const kept = row?.isRanked === true ? named(row.figures) : undefined;
        const expected = expectedSums(ofAttempts, row && named(row.leaving));
        users += Number(expected !== undefined);
        const difference = compareFigures(`user ${userId}`, expected && { ...expected }, kept && { ...kept });
        if (difference !== undefined) wrong.push([{ userId, ...missingFigures(NAMES, expected, kept) }, difference]);
      }
      const done = Math.min(0.99, users / Math.max(found, 1));
      for (; wrong.length > 0; wrong = wrong.slice(PART)) yield partOf(wrong.slice(0, PART), done);
      yield { done, compared: pairs.length };
    }
    const expected = new Map([[EVERYTHING, users]]);
    const counted = { name: USER_COUNT, figure: 'users', where: () => 'all users', expected, done: 1 };
    yield* compareCounters(this.counts, snapshot, counted);
  }
}

function partOf(wrong: readonly [Missing, Difference][], done: number): CheckBatch {
  const missing = wrong.map(([one]) => one);
  const differences = wrong.map(([, difference]) => difference);
  return { done, compared: 0, differences, repair: (transaction) => addMissing(transaction, missing) };
}

/** Others only add to sums and take off them, so that what is missing stays the same while they do. */
async function addMissing(transaction: Transaction, missing: readonly Missing[]): Promise<boolean> {
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
    ...NAMES.map((name) => added.map((one) => one[name])),
  ]);
  return false;
}

function named(figures: readonly (number | null)[]): Sums | undefined {
  if (figures[0] === null) return undefined;
  return Object.fromEntries(NAMES.map((name, index) => [name, figures[index] ?? 0])) as Sums;
}

/** The sums of a user's attempts, and of those that are about to leave. */
function expectedSums(ofAttempts: Sums | undefined, leaving: Sums | undefined): Sums | undefined {
  if (ofAttempts === undefined) return leaving;
  return Object.fromEntries(NAMES.map((name) => [name, ofAttempts[name] + (leaving?.[name] ?? 0)])) as Sums;
}
