import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  Background,
  Database,
  type Lock,
  lockName,
  type Reader,
  sql,
  type Transaction,
  UnitOfWork,
} from '#libs/database';
import { type IndexStatements, statementsOf } from './index-statements.js';
import type { OrderedList } from './ordered-list.js';

/** How often changes are compacted and small checkpoints merged, in milliseconds. */
const COMPACT_INTERVAL_MS = 500;
const MERGE_INTERVAL_MS = 60_000;

const INDEXED = sql('SELECT subject FROM indexed_lists WHERE list = $1 AND subject = ANY ($2::uuid[])');

/** Also changes of lists whose index was dropped: nothing else deletes them. */
const HAS_CHANGES = sql('SELECT 1 FROM list_changes WHERE list = $1 LIMIT 1');

const HAS_CHECKPOINTS = sql('SELECT 1 FROM list_anchors WHERE list = $1 AND subject = $2 LIMIT 1');

const DROP = sql('DELETE FROM indexed_lists WHERE list = $1 AND subject = $2');

/** Transactions that change or delete checkpoints of a list hold this lock. */
const LIST_INDEX = lockName('list index');

/** The position of a checkpoint. */
export interface Checkpoint {
  subject: string;
  key1: string;
  key2: string;
  key3: string;
  entry_id: string;
}

type Compacted = { isMoreLeft: boolean } & (Checkpoint | { subject: null });

/** Keeps the checkpoints of indexed lists in step with the lists in the background, one instance at a time. */
@Injectable()
export class IndexMaintenance implements OnModuleInit {
  private readonly lists = new Map<OrderedList, IndexStatements>();

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    for (const [list, { merge, large }] of this.lists) {
      // Separately, so that a failed one delays no other.
      this.background.every(COMPACT_INTERVAL_MS, `Folding changes of ${list.name}`, () => this.compact(list));
      this.background.every(MERGE_INTERVAL_MS, `Merging the index of ${list.name}`, async () => {
        await this.exclusively(list, (transaction) => transaction.query(merge));
        // An instance that began to split them was stopped.
        for (const checkpoint of await this.database.query<Checkpoint>(large)) await this.split(list, checkpoint);
      });
    }
  }

  register(list: OrderedList): void {
    this.lists.set(list, statementsOf(list));
  }

  get registered(): readonly OrderedList[] {
    return [...this.lists.keys()];
  }

  statementsOf(list: OrderedList): IndexStatements {
    const statements = this.lists.get(list);
    if (statements === undefined) throw new Error(`The list ${list.name} is not registered`);
    return statements;
  }

  /** The subjects among these whose lists are indexed. */
  async indexed(reader: Reader, list: OrderedList, subjects: readonly unknown[]): Promise<string[]> {
    const rows = await reader.query<{ subject: string }>(INDEXED, [list.name, subjects]);
    return rows.map(({ subject }) => subject);
  }

  async hasCheckpoints(list: OrderedList, subject: string): Promise<boolean> {
    return (await this.database.query(HAS_CHECKPOINTS, [list.name, subject])).length > 0;
  }

  /** Deletes the checkpoints of a list, whose changes are no longer logged. */
  async drop(transaction: Transaction, list: OrderedList, subject: string): Promise<void> {
    await transaction.lock([this.lockOf(list)]);
    await transaction.query(DROP, [list.name, subject]);
  }

  /** The lock that {@link drop} takes. */
  lockOf({ name }: OrderedList): Lock {
    return LIST_INDEX(name);
  }

  private async compact(list: OrderedList): Promise<void> {
    if ((await this.database.query(HAS_CHANGES, [list.name])).length === 0) return;
    const { compact } = this.statementsOf(list);
    const large = new Map<string, Checkpoint>();
    for (let isMoreLeft = true; isMoreLeft && !this.background.isStopping;) {
      const compacted = await this.exclusively(list, (transaction) => transaction.query<Compacted>(compact));
      isMoreLeft = compacted[0]?.isMoreLeft === true;
      for (const checkpoint of compacted) if (checkpoint.subject !== null) large.set(nameOf(checkpoint), checkpoint);
    }
    // After the last compaction: a split reads all pending changes.
    for (const checkpoint of large.values()) await this.split(list, checkpoint);
  }

  /** Adds checkpoints after one that counts too many entries, in short steps. */
  async split(list: OrderedList, checkpoint: Checkpoint): Promise<void> {
    const { split } = this.statementsOf(list);
    let large: Checkpoint[] = [checkpoint];
    while (large[0] !== undefined && !this.background.isStopping) {
      const { subject, key1, key2, key3, entry_id: id } = large[0];
      const position = [key1, key2, key3, id];
      large = await this.exclusively<Checkpoint>(
        list,
        (transaction) => transaction.query(split, [subject, ...position]),
        true,
      );
    }
  }

  /** Changes the checkpoints of a list, one instance at a time. @returns nothing if another instance does so and `wait` is false */
  exclusively<Row>(
    list: OrderedList,
    work: (transaction: Transaction) => Promise<Row[]>,
    wait = false,
  ): Promise<Row[]> {
    return this.unitOfWork.run(async (transaction) => {
      if (wait) await transaction.lock([this.lockOf(list)]);
      else if (!(await transaction.tryLock([this.lockOf(list)]))[0]) return [];
      return work(transaction);
    });
  }
}

const nameOf = ({ subject, key1, key2, key3, entry_id: id }: Checkpoint) => [subject, key1, key2, key3, id].join(' ');
