import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  DeferredDeletions,
  distinctValues,
  OrderedIndex,
  type Part,
  ShardedCounters,
  type Verifier,
  Verifies,
} from '#libs/projections';
import { FindExistingQuizzes, findLeftOvers, LockQuizExclusively } from '#libs/quizzes';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { ATTEMPT_COUNT } from '../attempt-recorder.js';
import { ATTEMPTS } from '../attempt-row.js';
import { DELETED_ATTEMPTS, deleteStep } from '../listeners/delete-attempts-when-quiz-deleted.listener.js';
import { DELETE_STATISTICS, STATISTICS_TABLES } from '../listeners/delete-statistics-when-quiz-deleted.listener.js';
import { LOCK_STATISTICS } from '../statistics/statistics-lock.js';

/** Tables whose rows are deleted in the background, and those that lose theirs with the quiz. */
const quizzesIn = (name: string) => ({ name, quizIds: distinctValues(name, 'quiz_id', 'quizId') });
const DEFERRED = ['attempts', 'attempt_counts'].map(quizzesIn);
const AT_ONCE = STATISTICS_TABLES.map(quizzesIn);

/** What is left of quizzes that do not exist and whose deletion is not under way. */
@Injectable()
@Verifies('left-overs of attempts at deleted quizzes')
export class AttemptLeftOversVerifier implements Verifier {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly deletions: DeferredDeletions,
    private readonly counts: ShardedCounters,
    private readonly index: OrderedIndex,
  ) {}

  verify(): AsyncGenerator<Part> {
    return this.snapshots.during((snapshot) => this.find(snapshot));
  }

  private async *find(snapshot: Snapshot): AsyncGenerator<Part> {
    const underWay = await this.deletions.subjectsIn(snapshot, DELETED_ATTEMPTS);
    const places = new Map<string, string[]>();
    for (const table of [...DEFERRED, ...AT_ONCE]) {
      const rows = await snapshot.query<{ quizId: string }>(table.quizIds);
      const quizIds = rows.map(({ quizId }) => quizId);
      places.set(table.name, DEFERRED.includes(table) ? quizIds.filter((id) => !underWay.has(id)) : quizIds);
    }
    places.set('kept_counts', await this.counts.subjectsIn(snapshot, ATTEMPT_COUNT));
    yield* findLeftOvers(
      places,
      (ids) => this.queries.execute(new FindExistingQuizzes(ids, snapshot)),
      (transaction, quizId) => this.delete(transaction, quizId),
    );
  }

  /** Deletes a bounded part. @returns whether more may be left */
  private async delete(transaction: Transaction, quizId: string): Promise<boolean> {
    if (await this.commands.execute(new LockQuizExclusively(quizId, transaction))) return false;
    if (await deleteStep(transaction, quizId)) return true;
    await this.counts.drop(transaction, quizId, [ATTEMPT_COUNT]);
    await transaction.query(LOCK_STATISTICS);
    for (const statement of DELETE_STATISTICS) await transaction.query(statement, [quizId]);
    await this.index.drop(transaction, ATTEMPTS, quizId);
    return false;
  }
}
