import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { Background, Database, hasSqlState, type Reader, sql, type Transaction, UnitOfWork } from '#libs/database';
import { type ListStatements, statementsOf } from './list-statements.js';
import { type OrderedList, WHOLE_TABLE } from './ordered-list.js';

/** Entries before a page up to which it is read by skipping them. */
const NEAR = 2_000;

/** How often lists begin to be indexed, changes are folded, and small anchors merged, in milliseconds. */
const BEGIN_INTERVAL_MS = 1_000;
const FOLD_INTERVAL_MS = 500;
const MERGE_INTERVAL_MS = 60_000;

/** Nobody may be in the middle of a change that is not logged when the log begins. Writers wait no longer than this. */
const SHORT_LOCK = sql(`SET LOCAL lock_timeout = '50ms'`);

/** How long a list that could not be indexed is left alone, in milliseconds: twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

const REGISTERED = sql('SELECT subject FROM indexed_lists WHERE list = $1 AND subject = ANY ($2::uuid[])');

const INDEXED = sql('SELECT subject FROM indexed_lists WHERE list = $1 ORDER BY subject');

const HAS_INDEXED = sql('SELECT 1 FROM indexed_lists WHERE list = $1 LIMIT 1');

/** Who changes or deletes anchors of a list holds its lock. */
const KEY = `hashtextextended('list index ' || $1, 3)`;
const TRY_LOCK = sql(`SELECT pg_try_advisory_xact_lock(${KEY}) AS "isHeld"`);
const LOCK = sql(`SELECT pg_advisory_xact_lock(${KEY})`);

const HAS_ANCHORS = sql('SELECT 1 FROM list_anchors WHERE list = $1 AND subject = $2 LIMIT 1');

const DROP = sql('DELETE FROM indexed_lists WHERE list = $1 AND subject = $2');

interface Anchor {
  subject: string;
  key1: string;
  key2: string;
  key3: string;
  entry_id: string;
}

type Folded = { isMoreLeft: boolean } & (Anchor | { subject: null });

/** What the index counts of a list, and what there is. */
export interface IndexComparison {
  kept: number;
  actual: number;
  /** Anchors that count something else than there is up to the next one. */
  wrong: number;
  /** Whether there is the anchor before all entries. */
  hasFirst: boolean;
}

/** A page of a list: how many entries come before it, and how many it has at most. */
export interface Page {
  readonly offset: number;
  readonly size: number;
}

/**
 * Reads any page of a long list without passing what comes before it. A list whose far pages somebody asks for gets anchors: the
 * places of every thousandth entry or so, with the number of entries up to the next. Changes of such a list are logged by the
 * transactions that make them, one insertion each, and folded into the anchors in the background. Pages are exact at any time.
 */
@Injectable()
export class ListIndex implements OnModuleInit {
  private readonly lists = new Map<OrderedList, ListStatements>();
  /** Subjects whose lists are to be indexed. */
  private readonly wanted = new Map<OrderedList, Set<string>>();
  private readonly pauses = new Map<OrderedList, { until: number; milliseconds: number }>();
  private work: () => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    this.work = this.background.every(BEGIN_INTERVAL_MS, 'Indexing long lists', () => this.beginWanted());
    for (const [list, { merge, large }] of this.lists) {
      // Each by itself, so that one that fails holds up no other.
      this.background.every(FOLD_INTERVAL_MS, `Folding changes of ${list.name}`, () => this.fold(list));
      this.background.every(MERGE_INTERVAL_MS, `Merging the index of ${list.name}`, async () => {
        await this.alone(list, (transaction) => transaction.query(merge));
        // Whoever began to split them was stopped.
        for (const anchor of await this.database.query<Anchor>(large)) await this.split(list, anchor);
      });
    }
  }

  /** Declares a list whose pages are read by {@link page}. */
  register(list: OrderedList): void {
    this.lists.set(list, statementsOf(list));
  }

  /** Whether a page is far enough from the beginning to be read by {@link page}. */
  isFar({ offset }: Page): boolean {
    return offset > NEAR;
  }

  /**
   * The entries of a page, by one statement and thus as of one moment. The first far page of a list is read by
   * passing all that comes before it, and has the list indexed.
   * @param columns of the list's table, for a SELECT
   */
  async page<Row extends QueryResultRow>(
    list: OrderedList,
    columns: string,
    { offset, size }: Page,
    subject = WHOLE_TABLE,
  ): Promise<Row[]> {
    const statements = this.statementsOf(list);
    const values = [subject, offset, size];
    if (!this.isFar({ offset, size })) return this.database.query<Row>(statements.pageByOffset(columns), values);
    if (await this.isIndexed(list, subject)) return this.database.query<Row>(statements.page(columns), values);
    // Before the page is read: where that takes too long, the list needs its index most.
    if (await this.isLong(list, subject)) {
      this.wanted.set(list, (this.wanted.get(list) ?? new Set()).add(subject));
      void this.work();
    }
    return this.database.query<Row>(statements.pageByOffset(columns), values);
  }

  /** Logs, in the transaction that does it, that entries were added (delta 1) or are about to be removed (delta -1). */
  async log(
    transaction: Transaction,
    list: OrderedList,
    ids: readonly string[],
    delta: 1 | -1,
    subject = WHOLE_TABLE,
  ): Promise<void> {
    // Nobody begins to index the list between this look at it and the change.
    await transaction.query(sql(`LOCK TABLE ${list.table} IN ROW EXCLUSIVE MODE`));
    await transaction.query(this.statementsOf(list).log, [subject, ids, delta]);
  }

  /** Forgets the index of a list that is gone, or about to change as a whole. */
  async drop(transaction: Transaction, list: OrderedList, subject = WHOLE_TABLE): Promise<void> {
    await transaction.query(LOCK, [list.name]);
    await transaction.query(DROP, [list.name, subject]);
  }

  get registered(): readonly OrderedList[] {
    return [...this.lists.keys()];
  }

  /** Whose lists are indexed. */
  async indexed(reader: Reader, list: OrderedList): Promise<string[]> {
    return (await reader.query<{ subject: string }>(INDEXED, [list.name])).map(({ subject }) => subject);
  }

  /** @returns undefined for a list without anchors */
  async compare(reader: Reader, list: OrderedList, subject: string): Promise<IndexComparison | undefined> {
    const [row] = await reader.query<QueryResultRow & IndexComparison>(this.statementsOf(list).compare, [subject]);
    return row;
  }

  private async isIndexed(list: OrderedList, subject: string): Promise<boolean> {
    return (await this.database.query(HAS_ANCHORS, [list.name, subject])).length > 0;
  }

  /** Whether a list has far pages at all. */
  private async isLong(list: OrderedList, subject: string): Promise<boolean> {
    return (await this.database.query(this.statementsOf(list).pageByOffset('1'), [subject, NEAR, 1])).length > 0;
  }

  private async beginWanted(): Promise<void> {
    for (const [list, subjects] of this.wanted) {
      if (Date.now() < (this.pauses.get(list)?.until ?? 0)) continue;
      if (!(await this.startLogging(list, [...subjects]))) {
        this.pause(list);
        continue;
      }
      for (const subject of subjects) {
        subjects.delete(subject);
        await this.begin(list, subject);
      }
      this.pauses.delete(list);
    }
  }

  /** Sets the anchors of a list whose changes are logged. Where that fails, they are not logged any more. */
  private async begin(list: OrderedList, subject: string): Promise<void> {
    const { begin } = this.statementsOf(list);
    try {
      const [first] = await this.alone<Anchor>(list, (transaction) => transaction.query(begin, [subject]), true);
      if (first !== undefined) await this.split(list, first);
    } catch (error) {
      this.pause(list);
      if (!(await this.isIndexed(list, subject))) {
        await this.unitOfWork.run((transaction) => this.drop(transaction, list, subject));
      }
      throw error;
    }
  }

  private pause(list: OrderedList): void {
    const last = this.pauses.get(list)?.milliseconds ?? FIRST_PAUSE_MS / 2;
    const milliseconds = Math.min(2 * last, LONGEST_PAUSE_MS);
    this.pauses.set(list, { until: Date.now() + milliseconds, milliseconds });
  }

  /** @returns whether the changes of all transactions that end from now on are logged */
  private async startLogging(list: OrderedList, subjects: string[]): Promise<boolean> {
    if ((await this.database.query(REGISTERED, [list.name, subjects])).length === subjects.length) return true;
    try {
      await this.unitOfWork.run(async (transaction) => {
        await transaction.query(SHORT_LOCK);
        await transaction.query(sql(`LOCK TABLE ${list.table} IN SHARE MODE`));
        const { register } = this.statementsOf(list);
        await Promise.all(subjects.map((subject) => transaction.query(register, [subject, NEAR])));
      });
      return true;
    } catch (error) {
      // Something holds the table, such as a vacuum: whoever writes must not wait behind this again and again.
      if (hasSqlState(error, '55P03')) return false;
      throw error;
    }
  }

  private async fold(list: OrderedList): Promise<void> {
    if ((await this.database.query(HAS_INDEXED, [list.name])).length === 0) return;
    const { fold } = this.statementsOf(list);
    const large = new Map<string, Anchor>();
    for (let isMoreLeft = true; isMoreLeft && !this.background.isStopping;) {
      const folded = await this.alone(list, (transaction) => transaction.query<Folded>(fold));
      isMoreLeft = folded[0]?.isMoreLeft === true;
      for (const anchor of folded) if (anchor.subject !== null) large.set(nameOf(anchor), anchor);
    }
    // Behind the last fold: to split, what is not folded has to be looked through.
    for (const anchor of large.values()) await this.split(list, anchor);
  }

  /** Sets further anchors behind one that counts too much, in short steps. */
  private async split(list: OrderedList, anchor: Anchor): Promise<void> {
    const { split } = this.statementsOf(list);
    let large: Anchor[] = [anchor];
    while (large[0] !== undefined && !this.background.isStopping) {
      const { subject, key1, key2, key3, entry_id: id } = large[0];
      const place = [key1, key2, key3, id];
      large = await this.alone<Anchor>(list, (transaction) => transaction.query(split, [subject, ...place]), true);
    }
  }

  /** Changes the anchors of a list, one instance at a time. @returns nothing where another one is at it and is not waited for */
  private alone<Row>(
    list: OrderedList,
    work: (transaction: Transaction) => Promise<Row[]>,
    wait = false,
  ): Promise<Row[]> {
    return this.unitOfWork.run(async (transaction) => {
      const [lock] = await transaction.query<{ isHeld?: boolean }>(wait ? LOCK : TRY_LOCK, [list.name]);
      return lock?.isHeld === false ? [] : work(transaction);
    });
  }

  private statementsOf(list: OrderedList): ListStatements {
    const statements = this.lists.get(list);
    if (statements === undefined) throw new Error(`The list ${list.name} is not registered`);
    return statements;
  }
}

const nameOf = ({ subject, key1, key2, key3, entry_id: id }: Anchor) => [subject, key1, key2, key3, id].join(' ');
