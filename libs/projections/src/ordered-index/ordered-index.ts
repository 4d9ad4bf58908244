import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { Database, type Lock, type Reader, sql, type Transaction } from '#libs/database';
import { IndexCreation } from './index-creation.js';
import { IndexMaintenance } from './index-maintenance.js';
import { NEAR, type OrderedList, WHOLE_TABLE } from './ordered-list.js';

const INDEXED = sql('SELECT subject FROM indexed_lists WHERE list = $1 ORDER BY subject');

/** The number of a list's entries by its index, and the actual one. */
export interface IndexComparison {
  counted: number;
  actual: number;
  /** Checkpoints whose count is not the number of entries up to the next one. */
  wrong: number;
  /** Whether the checkpoint before all entries exists. */
  hasFirst: boolean;
}

/** A page of a list: how many entries come before it, and how many it has at most. */
export interface Page {
  readonly offset: number;
  readonly size: number;
}

/** Consecutive entries of a list, one of which was requested. */
export interface Neighbourhood<Row> {
  readonly rows: Row[];
  /** Index of the requested entry in `rows`. */
  readonly position: number;
  /** Number of entries of the list before `rows`. */
  readonly offset: number;
}

/**
 * Reads any page of a long list without reading the entries before it. A list whose far pages are requested gets checkpoints: the
 * positions of about every thousandth entry, with the number of entries up to the next. The transactions that change such a list log
 * the changes, one insertion each, and a background task compacts the log into the checkpoints. Pages are exact at any time.
 * The same checkpoints tell the rank of an entry.
 */
@Injectable()
export class OrderedIndex {
  constructor(
    private readonly database: Database,
    private readonly maintenance: IndexMaintenance,
    private readonly creation: IndexCreation,
  ) {}

  /** Declares a list whose pages are read by {@link page}. */
  register(list: OrderedList): void {
    this.maintenance.register(list);
  }

  /** Whether a page is far enough from the beginning to be read by {@link page}. */
  isFar({ offset }: Page): boolean {
    return offset > NEAR;
  }

  /**
   * The entries of a page, read by one statement and thus in one snapshot. The first far page of a list is read by
   * skipping all entries before it, and has the list indexed.
   * @param columns of the list's table, for a SELECT
   */
  async page<Row extends QueryResultRow>(
    list: OrderedList,
    columns: string,
    { offset, size }: Page,
    subject = WHOLE_TABLE,
  ): Promise<Row[]> {
    const statements = this.maintenance.statementsOf(list);
    const values = [subject, offset, size];
    if (!this.isFar({ offset, size })) return this.database.query<Row>(statements.pageByOffset(columns), values);
    if (await this.maintenance.hasCheckpoints(list, subject))
      return this.database.query<Row>(statements.page(columns), values);
    // Requested before the page is read: if reading times out, the list needs its index most.
    if (await this.isLong(list, subject)) this.creation.request(list, subject);
    return this.database.query<Row>(statements.pageByOffset(columns), values);
  }

  /**
   * An entry of a list with its neighbours, read by one statement and thus in one snapshot. It costs about as much as a page. The first
   * request for an entry far from the beginning counts all entries before it, and has the list indexed.
   * @param columns of the list's table, for a SELECT
   * @param neighbours how many entries to read before and after it, at most
   * @returns undefined if the list has no such entry
   */
  async around<Row extends QueryResultRow>(
    list: OrderedList,
    columns: string,
    { id, neighbours }: { id: string; neighbours: number },
    subject = WHOLE_TABLE,
  ): Promise<Neighbourhood<Row> | undefined> {
    const statements = this.maintenance.statementsOf(list);
    // Requested before the entries are counted: if counting times out, the list needs its index most.
    const isFar = (await this.database.query(statements.isFarWithoutIndex, [subject, id])).length > 0;
    if (isFar) this.creation.request(list, subject);
    const statement = statements.around(`${columns}, ${list.id} = $2::uuid AS "isEntry"`, isFar ? 'table' : 'index');
    const rows = await this.database.query<Row & { before: string; isEntry: boolean }>(statement, [
      subject,
      id,
      neighbours,
    ]);
    const position = rows.findIndex(({ isEntry }) => isEntry);
    const entry = rows[position];
    return entry && { rows, position, offset: Number(entry.before) - position };
  }

  /**
   * Logs that rows were added to lists or removed from them. Call it in the transaction of that change: because the transaction has
   * changed the table, no instance begins to index such a list in between.
   * @param rows the columns of the table that tell its lists apart and order them
   */
  async log(
    transaction: Transaction,
    list: OrderedList,
    change: 'added' | 'removed',
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<void> {
    // Few lists are indexed, and the check costs less than an insertion of nothing.
    const subjects = rows.map((row) => list.subjectOf(row));
    if ((await this.maintenance.indexed(transaction, list, subjects)).length === 0) return;
    const { logAdded, logRemoved } = this.maintenance.statementsOf(list);
    await transaction.query(change === 'added' ? logAdded : logRemoved, [JSON.stringify(rows)]);
  }

  /** Deletes the index of a list that was deleted, or is about to change as a whole. */
  async drop(transaction: Transaction, list: OrderedList, subject = WHOLE_TABLE): Promise<void> {
    await this.maintenance.drop(transaction, list, subject);
  }

  /** The lock that {@link drop} takes: for a listener that drops an index. */
  lockOf(list: OrderedList): Lock {
    return this.maintenance.lockOf(list);
  }

  get registered(): readonly OrderedList[] {
    return this.maintenance.registered;
  }

  /** The subjects whose lists are indexed. */
  async indexed(reader: Reader, list: OrderedList): Promise<string[]> {
    return (await reader.query<{ subject: string }>(INDEXED, [list.name])).map(({ subject }) => subject);
  }

  /** @returns undefined for a list without checkpoints */
  async compare(reader: Reader, list: OrderedList, subject: string): Promise<IndexComparison | undefined> {
    const [row] = await reader.query<QueryResultRow & IndexComparison>(this.maintenance.statementsOf(list).compare, [
      subject,
    ]);
    return row;
  }

  /** Whether a list has far pages at all. */
  private async isLong(list: OrderedList, subject: string): Promise<boolean> {
    return (
      (await this.database.query(this.maintenance.statementsOf(list).pageByOffset('1'), [subject, NEAR, 1])).length > 0
    );
  }
}
