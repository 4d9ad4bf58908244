import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { shared, Snapshots, type Transaction } from '#libs/database';
import { compareProjections, counterProjection, ShardedCounters } from '#libs/projections';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { OF_EXISTING_QUIZZES, quizzesInRepair, underQuizLock } from '#libs/quizzes';
import { LISTED_USERS, REBUILD_STANDINGS, STANDINGS_OF_QUIZZES } from '../repair-standings.js';
import { PAGES_INVALIDATED, STANDING_COUNT, SUSPENSIONS_LOCK } from '../standings.js';

/** The leaderboard of each quiz: users' best attempts, the totals of all their attempts, and the number of users. */
@Injectable()
@ChecksConsistencyOf('standings of quizzes')
export class QuizStandingsCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly commands: CommandBus,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    const repair = underQuizLock(this.commands, (...rows) => this.rebuild(...rows));
    return compareProjections<{ quizId: string; userId: string }>(this.snapshots, [
      { ...STANDINGS_OF_QUIZZES, groupBy: 'quizId', repair },
      counterProjection(this.counts, {
        name: STANDING_COUNT,
        unit: 'users',
        expected: LISTED_USERS,
        subjects: OF_EXISTING_QUIZZES,
        keep: quizzesInRepair(this.commands),
      }),
    ]);
  }

  private async rebuild(transaction: Transaction, quizId: string, userIds: string[]): Promise<void> {
    await transaction.lock([shared(SUSPENSIONS_LOCK())]);
    await transaction.query(REBUILD_STANDINGS, [quizId, userIds]);
    await this.counts.add(transaction, [PAGES_INVALIDATED]);
  }
}
