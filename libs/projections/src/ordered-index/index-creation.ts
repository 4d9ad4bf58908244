import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Background, Database, hasSqlState, sql, UnitOfWork } from '#libs/database';
import { type Checkpoint, IndexMaintenance } from './index-maintenance.js';
import { NEAR, type OrderedList } from './ordered-list.js';

/** How often lists begin to be indexed, in milliseconds. */
const INTERVAL_MS = 1_000;

/** Logging begins when no transaction is in the middle of a change that is not logged. Writers wait no longer than this. */
const SHORT_LOCK = sql(`SET LOCAL lock_timeout = '50ms'`);

/** How long a list that could not be indexed is left alone, in milliseconds: twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Begins the checkpoints of lists whose far pages are requested. */
@Injectable()
export class IndexCreation implements OnModuleInit {
  /** Subjects whose lists are to be indexed. */
  private readonly wanted = new Map<OrderedList, Set<string>>();
  private readonly pauses = new Map<OrderedList, { until: number; milliseconds: number }>();
  private work: () => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly background: Background,
    private readonly maintenance: IndexMaintenance,
  ) {}

  onModuleInit(): void {
    this.work = this.background.every(INTERVAL_MS, 'Indexing long lists', () => this.beginWanted());
  }

  /** Has a list indexed in the background. */
  request(list: OrderedList, subject: string): void {
    this.wanted.set(list, (this.wanted.get(list) ?? new Set()).add(subject));
    void this.work();
  }

  private async beginWanted(): Promise<void> {
    for (const [list, wanted] of this.wanted) {
      if (Date.now() < (this.pauses.get(list)?.until ?? 0)) continue;
      // Those requested in the meantime follow next time: their changes are not logged yet.
      const subjects = [...wanted];
      if (!(await this.startLogging(list, subjects))) {
        this.pause(list);
        continue;
      }
      for (const subject of subjects) {
        wanted.delete(subject);
        await this.begin(list, subject);
      }
      this.pauses.delete(list);
    }
  }

  /** Adds the checkpoints of a list whose changes are logged. If that fails, logging stops. */
  private async begin(list: OrderedList, subject: string): Promise<void> {
    const { begin } = this.maintenance.statementsOf(list);
    try {
      const [first] = await this.maintenance.exclusively<Checkpoint>(
        list,
        (transaction) => transaction.query(begin, [subject]),
        true,
      );
      if (first !== undefined) await this.maintenance.split(list, first);
    } catch (error) {
      this.pause(list);
      if (!(await this.maintenance.hasCheckpoints(list, subject))) {
        await this.unitOfWork.run((transaction) => this.maintenance.drop(transaction, list, subject));
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
    if ((await this.maintenance.indexed(this.database, list, subjects)).length === subjects.length) return true;
    try {
      await this.unitOfWork.run(async (transaction) => {
        await transaction.query(SHORT_LOCK);
        await transaction.query(sql(`LOCK TABLE ${list.table} IN SHARE MODE`));
        const { register } = this.maintenance.statementsOf(list);
        await Promise.all(subjects.map((subject) => transaction.query(register, [subject, NEAR])));
      });
      return true;
    } catch (error) {
      // Something holds the table, such as a vacuum: writers must not wait behind this again and again.
      if (hasSqlState(error, '55P03')) return false;
      throw error;
    }
  }
}
