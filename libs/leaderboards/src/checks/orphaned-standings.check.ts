import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  type ConsistencyCheck,
  DeferredDeletions,
  ShardedCounters,
} from '#libs/projections';
import { findOrphanedRows, LockQuizExclusively } from '#libs/quizzes';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { DROP } from '../ranking/ranking-statements.js';
import { REMOVE_FROM_QUIZ, STANDING_COUNT, STANDINGS } from '../standings.js';

/** Number of users that one statement removes. */
const STEP = 2_000;

/** Orphaned standings: their quizzes do not exist and are not being deleted in the background. The global standings exclude them. */
@Injectable()
@ChecksConsistencyOf('orphaned standings')
export class OrphanedStandingsCheck implements ConsistencyCheck {
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
    const deferred = await this.deletions.subjectsIn(snapshot, STANDINGS);
    const counted = await this.counts.subjectsIn(snapshot, STANDING_COUNT);
    const rows = { tables: ['quiz_standings'], counted, deferred };
    yield* findOrphanedRows(snapshot, this.queries, rows, (transaction, quizId) =>
      this.delete(transaction, quizId, deferred.has(quizId)),
    );
  }

  /** Deletes a bounded number of rows. @returns whether more may be left */
  private async delete(transaction: Transaction, quizId: string, isDeferred: boolean): Promise<boolean> {
    if (await this.commands.execute(new LockQuizExclusively(quizId, transaction))) return false;
    await this.counts.drop(transaction, quizId, [STANDING_COUNT]);
    if (isDeferred) return false;
    const removed = await transaction.query(REMOVE_FROM_QUIZ, [quizId, STEP, NIL]);
    if (removed.length === STEP) return true;
    await transaction.query(DROP, [quizId]);
    return false;
  }
}
