import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck, ShardedCounters } from '#libs/projections';
import { compareUsersByQuiz } from '#libs/quizzes';
import { shared, type Transaction } from '#libs/database';
import { COUNT_USERS, REBUILD_STANDINGS, WRONG_STANDINGS } from '../repair-standings.js';
import { STANDING_COUNT, STANDING_REPAIRS, SUSPENSIONS } from '../standings.js';

/** The leaderboard of each quiz: users' best attempts, the totals of all their attempts, and the number of users. */
@Injectable()
@ChecksConsistencyOf('standings of quizzes')
export class QuizStandingsCheck implements ConsistencyCheck {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return compareUsersByQuiz(this.commands, this.queries, this.counts, {
      differences: WRONG_STANDINGS,
      rebuild: (transaction, quizId, userIds) => this.rebuild(transaction, quizId, userIds),
      counter: { name: STANDING_COUNT, unit: 'users', counted: COUNT_USERS },
    });
  }

  private async rebuild(transaction: Transaction, quizId: string, userIds: string[]): Promise<void> {
    await transaction.lock([shared(SUSPENSIONS())]);
    await transaction.query(REBUILD_STANDINGS, [quizId, userIds]);
    // Invalidates cached pages.
    await this.counts.add(transaction, [{ name: STANDING_REPAIRS, delta: 1 }]);
  }
}
