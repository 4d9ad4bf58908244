import { Overloaded } from '#libs/http';
import type { Metrics, Origin, Tracing } from '#libs/observability';
import { isConflict, isDatabaseUnavailable } from './database-errors.js';
import { type GroupCommitMetrics, groupCommitMetrics } from './group-commit-metrics.js';

/** The result of an item that needs what another transaction holds. It is committed again, by a transaction that waits. */
export interface Retry {
  readonly status: 'retry';
}

interface GroupCommitOptions<Item, Result> {
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
  /** Most transactions in flight at once, of those that wait for others and of those that do not. */
  concurrency: number;
  /** Fewest items for which a further transaction begins while another is in flight, unless they have waited long. */
  minBatchSize: number;
  /** Most items of one batch. */
  maxBatchSize: number;
  /** Most items that wait; more are rejected as overload. */
  maxQueueSize: number;
  /** Longest wait of an item in milliseconds: by then its caller has been told that the service is not available. */
  maxWaitMs: number;
  metrics: Metrics;
  tracing: Tracing;
}

/** Longest time that fewer items wait for the transaction in flight before a further one begins, in milliseconds. */
const MAX_BATCH_DELAY_MS = 50;

interface Entry<Item, Result> {
  item: Item;
  keys: string[];
  since: number;
  origin: Origin;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** A way to commit: by transactions that do not wait for others (non-blocking), or by some that do. */
interface Mode<Item, Result> {
  readonly name: string;
  readonly wait: boolean;
  readonly metrics: GroupCommitMetrics;
  queue: Entry<Item, Result>[];
  /** Keys of the items in flight. */
  readonly busy: Set<string>;
  /** Transactions in flight. */
  inFlight: number;
}

/**
 * Commits items together that arrive while a transaction is in flight. Each caller is answered after the commit that holds its
 * item; where a batch fails, its items are tried once more one by one, so that a bad one fails alone. An item that another
 * transaction holds up is retried by a transaction that waits, and holds up no item but those that are retried with it.
 */
export class GroupCommit<Item, Result extends { status: string }> {
  private readonly nonBlocking: Mode<Item, Result>;
  private readonly blocking: Mode<Item, Result>;
  private scheduled = false;
  private delay: NodeJS.Timeout | undefined;

  constructor(private readonly options: GroupCommitOptions<Item, Result>) {
    const mode = (name: string, wait: boolean): Mode<Item, Result> => {
      return {
        name,
        wait,
        metrics: groupCommitMetrics(options.metrics, name),
        queue: [],
        busy: new Set(),
        inFlight: 0,
      };
    };
    this.nonBlocking = mode(options.name, false);
    this.blocking = mode(`${options.name} that wait`, true);
  }

  /** @throws Overloaded where too many items wait, or it waits too long */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { keysOf, tracing } = this.options;
      const entry = { item, keys: keysOf(item), since: performance.now(), origin: tracing.origin(), resolve, reject };
      this.enqueue(this.nonBlocking, entry);
    });
  }

  private enqueue({ queue, metrics }: Mode<Item, Result>, entry: Entry<Item, Result>): void {
    if (queue.length >= this.options.maxQueueSize) {
      entry.reject(new Overloaded());
      return;
    }
    queue.push(entry);
    metrics.waiting(queue.length);
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    if (!this.mayBegin(this.nonBlocking) && !this.mayBegin(this.blocking)) {
      this.delayBatch();
      return;
    }
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.begin(this.nonBlocking);
      this.begin(this.blocking);
      if (this.isWaiting()) this.delayBatch();
    });
  }

  private isWaiting(): boolean {
    return this.nonBlocking.queue.length > 0 || this.blocking.queue.length > 0;
  }

  private delayBatch(): void {
    this.delay ??= setTimeout(() => {
      this.delay = undefined;
      if (this.isWaiting()) this.schedule();
    }, MAX_BATCH_DELAY_MS);
  }

  private begin(mode: Mode<Item, Result>): void {
    while (this.mayBegin(mode)) {
      const batch = this.takeBatch(mode);
      if (batch.length === 0) break;
      void this.runBatch(mode, batch);
    }
  }

  /** Few large transactions cost less than many small ones, but a slow one must not hold up the others. */
  private mayBegin({ queue, inFlight }: Mode<Item, Result>): boolean {
    const { concurrency, minBatchSize } = this.options;
    const [oldest] = queue;
    if (oldest === undefined) return false;
    if (inFlight === 0) return true;
    const isLate = performance.now() - oldest.since >= MAX_BATCH_DELAY_MS;
    return inFlight < concurrency && (isLate || queue.length >= minBatchSize);
  }

  /** Takes the first items that share no key with each other nor with a batch in flight, in the order of arrival. */
  private takeBatch(mode: Mode<Item, Result>): Entry<Item, Result>[] {
    const batch: Entry<Item, Result>[] = [];
    const passed = new Set<string>();
    const rest: Entry<Item, Result>[] = [];
    const now = performance.now();
    for (const entry of mode.queue) {
      if (now - entry.since > this.options.maxWaitMs) {
        entry.reject(new Overloaded());
        continue;
      }
      const isFree = entry.keys.every((key) => !mode.busy.has(key) && !passed.has(key));
      if (isFree && batch.length < this.options.maxBatchSize) {
        batch.push(entry);
        for (const key of entry.keys) mode.busy.add(key);
      } else {
        for (const key of entry.keys) passed.add(key);
        rest.push(entry);
      }
    }
    mode.queue = rest;
    mode.metrics.waiting(rest.length);
    return batch;
  }

  private async runBatch(mode: Mode<Item, Result>, batch: Entry<Item, Result>[]): Promise<void> {
    mode.inFlight++;
    const origins = batch.map(({ origin }) => origin);
    await this.options.tracing.together(`commit ${mode.name}`, origins, () => this.commit(mode, batch));
    const now = performance.now();
    mode.metrics.committed(batch.map(({ since }) => now - since));
    for (const { keys } of batch) for (const key of keys) mode.busy.delete(key);
    mode.inFlight--;
    if (this.isWaiting()) this.schedule();
  }

  /** @returns why the database is away, if it is */
  private async commit(mode: Mode<Item, Result>, batch: Entry<Item, Result>[]): Promise<unknown> {
    try {
      const results = await this.options.commit(
        batch.map(({ item }) => item),
        mode.wait,
      );
      batch.forEach((entry, index) => {
        const result = results[index] as Result | Retry;
        if (result.status === 'retry') this.enqueue(this.blocking, entry);
        else entry.resolve(result as Result);
      });
      return undefined;
    } catch (error) {
      if (batch.length > 1 && !isOutage(error)) return this.commitOneByOne(mode, batch);
      for (const { reject } of batch) reject(error);
      return isOutage(error) ? error : undefined;
    }
  }

  private async commitOneByOne(mode: Mode<Item, Result>, batch: Entry<Item, Result>[]): Promise<unknown> {
    let outage: unknown;
    for (const entry of batch) {
      if (outage === undefined) outage = await this.commit(mode, [entry]);
      else entry.reject(outage);
    }
    return outage;
  }
}

/** Where the database is away or stuck, each item tried alone would only wait for it again. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isConflict(error);
}
