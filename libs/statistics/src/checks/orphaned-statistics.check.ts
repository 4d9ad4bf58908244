import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/projections';
import { findOrphanedRows, LockQuizExclusively } from '#libs/quizzes';
import { Snapshots, type Transaction } from '#libs/database';
import { deleteStatistics, STATISTICS_TABLES } from '../listeners/delete-statistics-when-quiz-deleted.listener.js';
import { STATISTICS } from '../statistics-lock.js';

/** Orphaned statistics: those of quizzes that do not exist. */
@Injectable()
@ChecksConsistencyOf('orphaned statistics')
export class OrphanedStatisticsCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return this.snapshots.during((snapshot) =>
      findOrphanedRows(snapshot, this.queries, { tables: STATISTICS_TABLES }, (transaction, quizId) =>
        this.delete(transaction, quizId),
      ),
    );
  }

  private async delete(transaction: Transaction, quizId: string): Promise<boolean> {
    if (await this.commands.execute(new LockQuizExclusively(quizId, transaction))) return false;
    await transaction.lock([STATISTICS()]);
    await deleteStatistics(transaction, quizId);
    return false;
  }
}
