import type { Metrics, Tracing } from '#libs/observability';
import { CommitQueue, type Entry, MAX_BATCH_DELAY_MS, type QueueLimits } from './commit-queue.js';
import { isConflict, isDatabaseUnavailable } from './database-errors.js';

/** The result of an item that needs a lock of another transaction. The item is retried by a transaction that waits. */
export interface Retry {
  readonly status: 'retry';
}

interface GroupCommitOptions<Item, Result> extends QueueLimits {
  /** Name of the items, for metrics and traces. */
  name: string;
  /**
   * Commits the items of a batch in one transaction.
   * @param wait whether to wait for locks; if not, items whose locks are held are retried by a transaction that waits
   * @returns the result of each item, in their order
   */
  commit: (items: Item[], wait: boolean) => Promise<(Result | Retry)[]>;
  /** Keys of an item. Items with a common key are never in the same batch: the later one waits for a following batch. */
  keysOf: (item: Item) => string[];
  metrics: Metrics;
  tracing: Tracing;
}

/**
 * Commits items together that arrive while a transaction is in flight. Each caller gets its result after the commit of
 * its item. If a batch fails, its items are retried one by one, so that an invalid item fails alone. An item whose lock
 * another transaction holds is retried by a transaction that waits, and delays only the items that are retried with it.
 */
export class GroupCommit<Item, Result extends { status: string }> {
  private readonly nonBlocking: CommitQueue<Item, Result>;
  private readonly blocking: CommitQueue<Item, Result>;
  private isScheduled = false;
  private delay: NodeJS.Timeout | undefined;

  constructor(private readonly options: GroupCommitOptions<Item, Result>) {
    const { name, metrics } = options;
    this.nonBlocking = new CommitQueue(name, false, options, metrics);
    this.blocking = new CommitQueue(`${name} that wait`, true, options, metrics);
  }

  /** @throws Overloaded if too many items wait, or this one waits too long */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { keysOf, tracing } = this.options;
      const since = performance.now();
      const entry = { item, keys: keysOf(item), since, origin: tracing.origin(), resolve, reject };
      this.enqueue(this.nonBlocking, entry);
    });
  }

  private enqueue(queue: CommitQueue<Item, Result>, entry: Entry<Item, Result>): void {
    queue.add(entry);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    if (!this.nonBlocking.mayBegin() && !this.blocking.mayBegin()) {
      this.scheduleLater();
      return;
    }
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.begin(this.nonBlocking);
      this.begin(this.blocking);
      if (this.isWaiting()) this.scheduleLater();
    });
  }

  private scheduleLater(): void {
    this.delay ??= setTimeout(() => {
      this.delay = undefined;
      if (this.isWaiting()) this.schedule();
    }, MAX_BATCH_DELAY_MS);
  }

  private isWaiting(): boolean {
    return !this.nonBlocking.isEmpty || !this.blocking.isEmpty;
  }

  private begin(queue: CommitQueue<Item, Result>): void {
    while (queue.mayBegin()) {
      const batch = queue.takeBatch();
      if (batch.length === 0) break;
      void this.runBatch(queue, batch);
    }
  }

  private async runBatch(queue: CommitQueue<Item, Result>, batch: Entry<Item, Result>[]): Promise<void> {
    const origins = batch.map(({ origin }) => origin);
    await this.options.tracing.together(`commit ${queue.name}`, origins, () => this.commit(batch, queue.blocking));
    queue.endBatch(batch);
    if (this.isWaiting()) this.schedule();
  }

  /** @returns the error if the database is unavailable */
  private async commit(batch: Entry<Item, Result>[], wait: boolean): Promise<unknown> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await this.options.commit(items, wait);
      batch.forEach((entry, index) => {
        const result = results[index] as Result | Retry;
        if (result.status === 'retry') this.enqueue(this.blocking, entry);
        else entry.resolve(result as Result);
      });
      return undefined;
    } catch (error) {
      if (batch.length > 1 && !isOutage(error)) return this.commitOneByOne(batch, wait);
      for (const { reject } of batch) reject(error);
      return isOutage(error) ? error : undefined;
    }
  }

  private async commitOneByOne(batch: Entry<Item, Result>[], wait: boolean): Promise<unknown> {
    let outage: unknown;
    for (const entry of batch) {
      if (outage === undefined) outage = await this.commit([entry], wait);
      else entry.reject(outage);
    }
    return outage;
  }
}

/** During an outage, retrying items one by one would only wait again. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isConflict(error);
}
