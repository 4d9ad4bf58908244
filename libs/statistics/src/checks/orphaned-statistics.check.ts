import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck, distinctValues } from '#libs/projections';
import { FindExistingQuizzes, findOrphanedRows, LockQuizExclusively } from '#libs/quizzes';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { deleteStatistics, STATISTICS_TABLES } from '../listeners/delete-statistics-when-quiz-deleted.listener.js';
import { STATISTICS } from '../statistics-lock.js';

const TABLES = STATISTICS_TABLES.map((name) => ({ name, quizIds: distinctValues(name, 'quiz_id', 'quizId') }));

/** Orphaned statistics: those of quizzes that do not exist. */
@Injectable()
@ChecksConsistencyOf('left-overs of statistics of deleted quizzes')
export class OrphanedStatisticsCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return this.snapshots.during((snapshot) => this.find(snapshot));
  }

  private async *find(snapshot: Snapshot): AsyncGenerator<CheckBatch> {
    const tables = new Map<string, string[]>();
    for (const { name, quizIds } of TABLES) {
      const rows = await snapshot.query<{ quizId: string }>(quizIds);
      tables.set(
        name,
        rows.map(({ quizId }) => quizId),
      );
    }
    yield* findOrphanedRows(
      tables,
      (ids) => this.queries.execute(new FindExistingQuizzes(ids, snapshot)),
      (transaction, quizId) => this.delete(transaction, quizId),
    );
  }

  private async delete(transaction: Transaction, quizId: string): Promise<boolean> {
    if (await this.commands.execute(new LockQuizExclusively(quizId, transaction))) return false;
    await transaction.lock([STATISTICS()]);
    await deleteStatistics(transaction, quizId);
    return false;
  }
}
