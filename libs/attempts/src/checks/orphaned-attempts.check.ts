import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  type ConsistencyCheck,
  DeferredDeletions,
  distinctValues,
  OrderedIndex,
  ShardedCounters,
} from '#libs/projections';
import { FindExistingQuizzes, findOrphanedRows, LockQuizExclusively } from '#libs/quizzes';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { ATTEMPT_COUNT, ATTEMPTS } from '../attempt-list.js';
import { DELETED_ATTEMPTS, deleteStep } from '../listeners/delete-attempts-when-quiz-deleted.listener.js';

const TABLES = ['attempts', 'attempt_counts'].map((name) => ({
  name,
  quizIds: distinctValues(name, 'quiz_id', 'quizId'),
}));

/** Orphaned rows of quizzes that do not exist and whose deletion is not in progress. */
@Injectable()
@ChecksConsistencyOf('left-overs of attempts at deleted quizzes')
export class OrphanedAttemptsCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly deletions: DeferredDeletions,
    private readonly counts: ShardedCounters,
    private readonly index: OrderedIndex,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return this.snapshots.during((snapshot) => this.find(snapshot));
  }

  private async *find(snapshot: Snapshot): AsyncGenerator<CheckBatch> {
    const deferred = await this.deletions.subjectsIn(snapshot, DELETED_ATTEMPTS);
    const tables = new Map<string, string[]>();
    for (const { name, quizIds } of TABLES) {
      const rows = await snapshot.query<{ quizId: string }>(quizIds);
      tables.set(
        name,
        rows.map(({ quizId }) => quizId).filter((id) => !deferred.has(id)),
      );
    }
    tables.set('kept_counts', await this.counts.subjectsIn(snapshot, ATTEMPT_COUNT));
    yield* findOrphanedRows(
      tables,
      (ids) => this.queries.execute(new FindExistingQuizzes(ids, snapshot)),
      (transaction, quizId) => this.delete(transaction, quizId),
    );
  }

  /** Deletes a bounded number of rows. @returns whether more may be left */
  private async delete(transaction: Transaction, quizId: string): Promise<boolean> {
    if (await this.commands.execute(new LockQuizExclusively(quizId, transaction))) return false;
    if (await deleteStep(transaction, quizId)) return true;
    await this.counts.drop(transaction, quizId, [ATTEMPT_COUNT]);
    await this.index.drop(transaction, ATTEMPTS, quizId);
    return false;
  }
}
