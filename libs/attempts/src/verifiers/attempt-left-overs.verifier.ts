import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  DeferredDeletions,
  distinctValues,
  KeptCounts,
  ListIndex,
  type Part,
  type Snapshot,
  Snapshots,
  type Transaction,
  type Verifier,
  Verifies,
} from '#libs/platform';
import { FindExistingQuizzes, LockQuizAlone } from '#libs/quizzes';
import { ATTEMPT_COUNT } from '../attempt-recorder.js';
import { ATTEMPTS } from '../attempt-row.js';
import { DELETED_ATTEMPTS, deleteStep } from '../listeners/delete-attempts-when-quiz-deleted.listener.js';
import { DELETE_STATISTICS, STATISTICS_TABLES } from '../listeners/delete-statistics-when-quiz-deleted.listener.js';
import { LOCK_STATISTICS } from '../statistics/statistics-lock.js';

/** Tables whose rows are deleted in the background, and those that lose theirs with the quiz. */
const quizzesIn = (table: string) => ({ table, statement: distinctValues(table, 'quiz_id', 'quizId') });
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
    private readonly counts: KeptCounts,
    private readonly index: ListIndex,
  ) {}

  verify(): AsyncGenerator<Part> {
    return this.snapshots.during((snapshot) => this.find(snapshot));
  }

  private async *find(snapshot: Snapshot): AsyncGenerator<Part> {
    const underWay = await this.deletions.subjectsIn(snapshot, DELETED_ATTEMPTS);
    const places = new Map<string, string[]>();
    const note = (place: string, ids: readonly string[]) => {
      for (const id of ids) places.set(id, [...(places.get(id) ?? []), place]);
    };
    for (const { table, statement } of [...DEFERRED, ...AT_ONCE]) {
      const ids = (await snapshot.query<{ quizId: string }>(statement)).map(({ quizId }) => quizId);
      const isDeferred = DEFERRED.some((one) => one.table === table);
      note(table, isDeferred ? ids.filter((id) => !underWay.has(id)) : ids);
    }
    note('kept_counts', await this.counts.subjectsIn(snapshot, ATTEMPT_COUNT));
    const existing = await this.queries.execute(new FindExistingQuizzes([...places.keys()], snapshot));
    for (const [quizId, found] of places) {
      if (existing.has(quizId)) continue;
      const difference = { where: `quiz ${quizId}`, expected: 'nothing', found: `rows in ${found.join(', ')}` };
      const repair = (transaction: Transaction) => this.delete(transaction, quizId);
      yield { done: 1, compared: 0, differences: [difference], repair };
    }
    yield { done: 1, compared: places.size };
  }

  /** Deletes a bounded part. @returns whether more may be left */
  private async delete(transaction: Transaction, quizId: string): Promise<boolean> {
    if (await this.commands.execute(new LockQuizAlone(quizId, transaction))) return false;
    if (await deleteStep(transaction, quizId)) return true;
    await this.counts.drop(transaction, quizId, [ATTEMPT_COUNT]);
    await transaction.query(LOCK_STATISTICS);
    for (const statement of DELETE_STATISTICS) await transaction.query(statement, [quizId]);
    await this.index.drop(transaction, ATTEMPTS, quizId);
    return false;
  }
}
