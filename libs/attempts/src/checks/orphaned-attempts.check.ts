import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  type ConsistencyCheck,
  DeferredDeletions,
  ShardedCounters,
} from '#libs/projections';
import { findOrphanedRows, LockQuizExclusively } from '#libs/quizzes';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { ATTEMPT_COUNT } from '../attempt-list.js';
import { DELETED_ATTEMPTS, deleteStep } from '../listeners/delete-attempts-when-quiz-deleted.listener.js';

/** Orphaned rows of quizzes that do not exist and whose deletion is not in progress. */
@Injectable()
@ChecksConsistencyOf('orphaned attempts')
export class OrphanedAttemptsCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly deletions: DeferredDeletions,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return this.snapshots.during((snapshot) => this.find(snapshot));
  }

  private async *find(snapshot: Snapshot): AsyncGenerator<CheckBatch> {
    const rows = {
      tables: ['attempts', 'attempt_counts', 'regrades'],
      counted: await this.counts.subjectsIn(snapshot, ATTEMPT_COUNT),
      deferred: await this.deletions.subjectsIn(snapshot, DELETED_ATTEMPTS),
    };
    yield* findOrphanedRows(snapshot, this.queries, rows, (transaction, quizId) => this.delete(transaction, quizId));
  }

  /** Deletes a bounded number of rows. @returns whether more may be left */
  private async delete(transaction: Transaction, quizId: string): Promise<boolean> {
    if (await this.commands.execute(new LockQuizExclusively(quizId, transaction))) return false;
    if (await deleteStep(transaction, quizId)) return true;
    await this.counts.drop(transaction, quizId, [ATTEMPT_COUNT]);
    return false;
  }
}
