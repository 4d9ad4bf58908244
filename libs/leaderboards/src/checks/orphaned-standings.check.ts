import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  type ConsistencyCheck,
  DeferredDeletions,
  OrderedIndex,
  ShardedCounters,
} from '#libs/projections';
import { FindExistingQuizzes, findOrphanedRows, LockQuizExclusively } from '#libs/quizzes';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { DELETE_ORPHANED_ROWS, ORPHANED_ROWS_STEP, RANKED_QUIZZES } from '../repair-standings.js';
import { QUIZ_STANDINGS, STANDING_COUNT, STANDINGS } from '../standings.js';

/** Orphaned standings: their quizzes do not exist and are not being deleted in the background. The global standings exclude them. */
@Injectable()
@ChecksConsistencyOf('left-overs of standings of deleted quizzes')
export class OrphanedStandingsCheck implements ConsistencyCheck {
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
    const leaving = await this.deletions.subjectsIn(snapshot, STANDINGS);
    const ranked = (await snapshot.query<{ quizId: string }>(RANKED_QUIZZES)).map(({ quizId }) => quizId);
    yield* findOrphanedRows(
      new Map([
        ['quiz_standings', ranked.filter((id) => !leaving.has(id))],
        ['kept_counts', await this.counts.subjectsIn(snapshot, STANDING_COUNT)],
      ]),
      (ids) => this.queries.execute(new FindExistingQuizzes(ids, snapshot)),
      (transaction, quizId) => this.delete(transaction, quizId, leaving.has(quizId)),
    );
  }

  /** Deletes a bounded number of rows. @returns whether more may be left */
  private async delete(transaction: Transaction, quizId: string, isLeaving: boolean): Promise<boolean> {
    if (await this.commands.execute(new LockQuizExclusively(quizId, transaction))) return false;
    await this.counts.drop(transaction, quizId, [STANDING_COUNT]);
    if (isLeaving) return false;
    const deleted = await transaction.query(DELETE_ORPHANED_ROWS, [quizId]);
    if (deleted.length === ORPHANED_ROWS_STEP) return true;
    await this.index.drop(transaction, QUIZ_STANDINGS, quizId);
    return false;
  }
}
