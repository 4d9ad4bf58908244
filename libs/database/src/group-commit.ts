import type { Metrics, Tracing } from '#libs/observability';
import { CommitQueue, type Entry, MAX_BATCH_DELAY_MS, type QueueLimits } from './commit-queue.js';
import { isConflict, isDatabaseUnavailable } from './database-errors.js';

/** The result of an item that needs what another transaction holds. It is committed again, by a transaction that waits. */
export interface Retry {
  readonly status: 'retry';
}

interface GroupCommitOptions<Item, Result> extends QueueLimits {
  /** Of what is committed, for metrics and traces. */
  name: string;
  /**
   * Commits the items of a batch in one transaction.
   * @param wait whether to wait for other transactions; if not, the items that they hold up are retried by one that waits
   * @returns the result of each item, in their order
   */
  commit: (items: Item[], wait: boolean) => Promise<(Result | Retry)[]>;
  /** What two items of one batch must not share; the later one waits for a following batch. */
  keysOf: (item: Item) => string[];
  metrics: Metrics;
  tracing: Tracing;
}

/**
 * Commits items together that arrive while a transaction is in flight. Each caller is answered after the commit that holds its
 * item; where a batch fails, its items are tried once more one by one, so that a bad one fails alone. An item that another
 * transaction holds up is retried by a transaction that waits, and holds up no item but those that are retried with it.
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

  /** @throws Overloaded where too many items wait, or it waits too long */
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

  /** @returns why the database is away, if it is */
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

/** Where the database is away or stuck, each item tried alone would only wait for it again. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isConflict(error);
}
