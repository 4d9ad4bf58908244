import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  DeferredDeletions,
  deferredSubjects,
  type Reader,
  type Snapshot,
  Snapshots,
  sql,
  type Transaction,
} from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { type CheckBatch } from '#libs/verification';
import { LockQuizExclusively } from '../commands/lock-quizzes.command.js';
import { FindExistingQuizzes } from '../queries/find-existing-quizzes.query.js';
import { RESTORATIONS } from '../trash/restorations.js';
import { distinctValues } from './distinct-values.js';

/** Where rows of quizzes are. */
interface RowsOfQuizzes {
  /** Tables with an index that begins with `quiz_id`. */
  readonly tables: readonly string[];
  /** Whether they are kept while their quiz is in the trash. */
  readonly isKeptInTrash?: boolean;
  /** The name of their counter. */
  readonly counter: string;
  /** The name of their deferred deletion. Rows that it still has to delete are no orphans. */
  readonly deletion: string;
  /** Deletes a bounded number of a quiz's rows. @returns whether more may be left */
  readonly delete: (transaction: Transaction, quizId: string) => Promise<boolean>;
}

const IN_TRASH = 'SELECT id FROM deleted_quizzes WHERE id = ANY ($1::uuid[])';

/** Those of the quizzes $1 that keep their rows in the trash: all, or those that are being restored. */
const KEPT = sql(IN_TRASH);
const RESTORED = sql(`${IN_TRASH} AND id IN (${deferredSubjects(RESTORATIONS)})`);

/** Finds and deletes orphaned rows: rows of quizzes that do not exist. */
@Injectable()
export class OrphanedRows {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly deletions: DeferredDeletions,
    private readonly counts: ShardedCounters,
  ) {}

  check(rows: RowsOfQuizzes): AsyncGenerator<CheckBatch> {
    return this.snapshots.during((snapshot) => this.find(snapshot, rows));
  }

  private async *find(snapshot: Snapshot, rows: RowsOfQuizzes): AsyncGenerator<CheckBatch> {
    const deferred = await this.deletions.subjectsIn(snapshot, rows.deletion);
    const found = new Map<string, string[]>();
    const add = (quizId: string, table: string) => found.set(quizId, [...(found.get(quizId) ?? []), table]);
    for (const table of rows.tables) {
      for (const { quizId } of await snapshot.query<{ quizId: string }>(distinctValues(table, 'quiz_id', 'quizId')))
        if (!deferred.has(quizId)) add(quizId, table);
    }
    for (const quizId of await this.counts.subjectsIn(snapshot, rows.counter)) add(quizId, 'sharded_counters');
    const quizIds = [...found.keys()];
    const existing = await this.queries.execute(new FindExistingQuizzes(quizIds, snapshot));
    const kept = await this.kept(snapshot, quizIds, rows);
    for (const [quizId, tables] of found) {
      if (existing.has(quizId) || kept.has(quizId)) continue;
      yield {
        differences: [{ where: `quiz ${quizId}`, expected: 'nothing', found: `rows in ${tables.join(', ')}` }],
        repair: (transaction: Transaction) => this.delete(transaction, quizId, rows, deferred.has(quizId)),
      };
    }
    yield { done: 1, compared: found.size };
  }

  /** @returns whether more may be left */
  private async delete(
    transaction: Transaction,
    quizId: string,
    rows: RowsOfQuizzes,
    isDeferred: boolean,
  ): Promise<boolean> {
    if (await this.commands.execute(new LockQuizExclusively(quizId, transaction))) return false;
    if ((await this.kept(transaction, [quizId], rows)).has(quizId)) return false;
    await this.counts.drop(transaction, quizId, [rows.counter]);
    return !isDeferred && (await rows.delete(transaction, quizId));
  }

  /** Those of the quizzes that keep the rows in the trash, or are being restored. */
  private async kept(
    reader: Reader,
    quizIds: string[],
    { isKeptInTrash = false }: RowsOfQuizzes,
  ): Promise<Set<string>> {
    const rows = await reader.query<{ id: string }>(isKeptInTrash ? KEPT : RESTORED, [quizIds]);
    return new Set(rows.map(({ id }) => id));
  }
}
