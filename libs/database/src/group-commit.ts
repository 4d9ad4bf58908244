import type { Metrics, Tracing } from '#libs/observability';
import { CommitQueue, type Entry, MAX_BATCH_DELAY_MS, type QueueLimits } from './commit-queue.js';
import type { CommitScheduler } from './commit-scheduler.js';
import { isConflict, isDatabaseUnavailable } from './database-errors.js';

/** The result of an item that needs a lock of another transaction. It is tried again. */
export interface Retry {
  readonly status: 'retry';
  /** What the caller gets if the lock is held for too long. */
  readonly error: Error;
}

/** How long an item whose lock is held stays out of the queue, in milliseconds. */
const RETRY_DELAY_MS = 20;

interface GroupCommitOptions<Item, Result> extends QueueLimits {
  /** Name of the items, for metrics and traces. */
  name: string;
  /**
   * Commits the items of a batch in one transaction, without waiting for locks of others.
   * @returns the result of each item, in their order
   */
  commit: (items: Item[]) => Promise<(Result | Retry)[]>;
  /** How long an item is tried again whose lock is held, in milliseconds from its arrival. */
  maxLockWaitMs: number;
  /** Keys of an item. Items with a common key are never in the same batch: the later one waits for a following batch. */
  keysOf: (item: Item) => string[];
  /** Shared with the group commits that take turns with this one. */
  scheduler: CommitScheduler;
  metrics: Metrics;
  tracing: Tracing;
}

/**
 * Commits items together that arrive while a transaction is in flight. Each caller gets its result after the commit of
 * its item. If a batch fails, its items are retried one by one, so that an invalid item fails alone. An item whose lock
 * another transaction holds returns to the queue, and delays no other item.
 */
export class GroupCommit<Item, Result extends { status: string }> {
  private readonly queue: CommitQueue<Item, Result>;
  private isScheduled = false;
  private delay: NodeJS.Timeout | undefined;

  constructor(private readonly options: GroupCommitOptions<Item, Result>) {
    this.queue = new CommitQueue(options, options.scheduler, options.metrics, options.name);
    options.scheduler.add(this.schedule);
  }

  /** @throws Overloaded if too many items wait, or this one waits too long */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { keysOf, tracing } = this.options;
      const since = performance.now();
      this.enqueue({ item, keys: keysOf(item), since, origin: tracing.origin(), resolve, reject });
    });
  }

  private enqueue(entry: Entry<Item, Result>): void {
    this.queue.add(entry);
    this.schedule();
  }

  private readonly schedule = (): void => {
    if (this.isScheduled || this.queue.isEmpty) return;
    if (!this.queue.mayBegin()) {
      this.scheduleLater();
      return;
    }
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.begin();
      if (!this.queue.isEmpty) this.scheduleLater();
    });
  };

  private scheduleLater(): void {
    this.delay ??= setTimeout(() => {
      this.delay = undefined;
      this.schedule();
    }, MAX_BATCH_DELAY_MS);
  }

  private begin(): void {
    while (this.queue.mayBegin()) {
      const batch = this.queue.takeBatch();
      if (batch.length === 0) break;
      void this.runBatch(batch);
    }
  }

  private async runBatch(batch: Entry<Item, Result>[]): Promise<void> {
    const origins = batch.map(({ origin }) => origin);
    await this.options.tracing.together(`commit ${this.options.name}`, origins, () => this.commit(batch));
    this.queue.endBatch(batch);
    this.options.scheduler.scheduleAfter(this.schedule);
  }

  /** @returns the error if the database is unavailable */
  private async commit(batch: Entry<Item, Result>[]): Promise<unknown> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await this.options.commit(items);
      batch.forEach((entry, index) => {
        const result = results[index] as Result | Retry;
        if (isRetry(result)) this.retry(entry, result.error);
        else entry.resolve(result);
      });
      return undefined;
    } catch (error) {
      if (batch.length > 1 && !isOutage(error)) return this.commitOneByOne(batch);
      for (const { reject } of batch) reject(error);
      return isOutage(error) ? error : undefined;
    }
  }

  private retry(entry: Entry<Item, Result>, error: Error): void {
    const isTooLate = performance.now() - entry.since + RETRY_DELAY_MS > this.options.maxLockWaitMs;
    if (isTooLate) entry.reject(error);
    else setTimeout(() => this.enqueue(entry), RETRY_DELAY_MS);
  }

  private async commitOneByOne(batch: Entry<Item, Result>[]): Promise<unknown> {
    let outage: unknown;
    for (const entry of batch) {
      if (outage === undefined) outage = await this.commit([entry]);
      else entry.reject(outage);
    }
    return outage;
  }
}

const isRetry = (result: { status: string } | undefined): result is Retry => result?.status === 'retry';

/** During an outage, retrying items one by one would only wait again. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isConflict(error);
}
