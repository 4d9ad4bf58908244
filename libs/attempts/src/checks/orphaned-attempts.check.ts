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
import { ATTEMPT_COUNT } from '../attempt-recorder.js';
import { ATTEMPTS } from '../attempt-row.js';
import { DELETED_ATTEMPTS, deleteStep } from '../listeners/delete-attempts-when-quiz-deleted.listener.js';
import { DELETE_STATISTICS, STATISTICS_TABLES } from '../listeners/delete-statistics-when-quiz-deleted.listener.js';
import { STATISTICS } from '../statistics/statistics-lock.js';

/** Tables whose rows are deleted in the background, and those that lose theirs with the quiz. */
const quizzesIn = (name: string) => ({ name, quizIds: distinctValues(name, 'quiz_id', 'quizId') });
const DEFERRED = ['attempts', 'attempt_counts'].map(quizzesIn);
const AT_ONCE = STATISTICS_TABLES.map(quizzesIn);

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
    for (const table of [...DEFERRED, ...AT_ONCE]) {
      const rows = await snapshot.query<{ quizId: string }>(table.quizIds);
      const quizIds = rows.map(({ quizId }) => quizId);
      tables.set(table.name, DEFERRED.includes(table) ? quizIds.filter((id) => !deferred.has(id)) : quizIds);
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
    await transaction.lock([STATISTICS()]);
    for (const statement of DELETE_STATISTICS) await transaction.query(statement, [quizId]);
    await this.index.drop(transaction, ATTEMPTS, quizId);
    return false;
  }
}
