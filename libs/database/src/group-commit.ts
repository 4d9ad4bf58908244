import { Overloaded } from '#libs/http';
import type { Metrics, Origin, Tracing } from '#libs/observability';
import { isConflict, isDatabaseUnavailable } from './database-errors.js';
import { type GroupCommitMetrics, groupCommitMetrics } from './group-commit-metrics.js';

interface GroupCommitOptions<Item, Result> {
  /** Of what is committed, for metrics and traces. */
  name: string;
  /** Commits the items of a batch in one transaction. Gives a result or an error for each, in their order. */
  commit: (items: Item[]) => Promise<(Result | Error)[]>;
  /** What two items of one batch must not share; the later one waits for a following batch. */
  keysOf: (item: Item) => string[];
  /** Most transactions in flight at once. */
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

interface Waiting<Item, Result> {
  item: Item;
  keys: string[];
  since: number;
  origin: Origin;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Commits items together that arrive while a transaction is in flight. Each caller is answered after the commit that holds its
 * item; where a batch fails, its items are tried once more one by one, so that a bad one fails alone.
 */
export class GroupCommit<Item, Result> {
  private queue: Waiting<Item, Result>[] = [];
  private readonly busy = new Set<string>();
  private inFlight = 0;
  private scheduled = false;
  private delay: NodeJS.Timeout | undefined;

  private readonly metrics: GroupCommitMetrics;

  constructor(private readonly options: GroupCommitOptions<Item, Result>) {
    this.metrics = groupCommitMetrics(options.metrics, options.name);
  }

  /**
   * @param since when the item began to wait, where it has waited elsewhere before, by `performance.now()`
   * @throws Overloaded where too many items wait, or it waits too long
   */
  submit(item: Item, since = performance.now()): Promise<Result> {
    if (this.queue.length >= this.options.maxQueueSize) return Promise.reject(new Overloaded());
    return new Promise((resolve, reject) => {
      const { keysOf, tracing } = this.options;
      this.queue.push({ item, keys: keysOf(item), since, origin: tracing.origin(), resolve, reject });
      this.metrics.waiting(this.queue.length);
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    if (!this.mayBegin()) {
      this.delayBatch();
      return;
    }
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      while (this.mayBegin()) {
        const batch = this.takeBatch();
        if (batch.length === 0) break;
        void this.runBatch(batch);
      }
      if (this.queue.length > 0) this.delayBatch();
    });
  }

  private delayBatch(): void {
    this.delay ??= setTimeout(() => {
      this.delay = undefined;
      if (this.queue.length > 0) this.schedule();
    }, MAX_BATCH_DELAY_MS);
  }

  /** Few large transactions cost less than many small ones, but a slow one must not hold up the others. */
  private mayBegin(): boolean {
    const { concurrency, minBatchSize } = this.options;
    if (this.inFlight === 0) return true;
    const [oldest] = this.queue;
    const isLate = oldest !== undefined && performance.now() - oldest.since >= MAX_BATCH_DELAY_MS;
    return this.inFlight < concurrency && (isLate || this.queue.length >= minBatchSize);
  }

  /** Takes the first items that share no key with each other nor with a batch in flight, in the order of arrival. */
  private takeBatch(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const passed = new Set<string>();
    const rest: Waiting<Item, Result>[] = [];
    const now = performance.now();
    for (const waiting of this.queue) {
      if (now - waiting.since > this.options.maxWaitMs) {
        waiting.reject(new Overloaded());
        continue;
      }
      const isFree = waiting.keys.every((key) => !this.busy.has(key) && !passed.has(key));
      if (isFree && batch.length < this.options.maxBatchSize) {
        batch.push(waiting);
        for (const key of waiting.keys) this.busy.add(key);
      } else {
        for (const key of waiting.keys) passed.add(key);
        rest.push(waiting);
      }
    }
    this.queue = rest;
    this.metrics.waiting(rest.length);
    return batch;
  }

  private async runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    this.inFlight++;
    const origins = batch.map(({ origin }) => origin);
    await this.options.tracing.together(`commit ${this.options.name}`, origins, () => this.commit(batch));
    const now = performance.now();
    this.metrics.committed(batch.map(({ since }) => now - since));
    for (const { keys } of batch) for (const key of keys) this.busy.delete(key);
    this.inFlight--;
    if (this.queue.length > 0) this.schedule();
  }

  /** @returns why the database is away, if it is */
  private async commit(batch: Waiting<Item, Result>[]): Promise<unknown> {
    try {
      const results = await this.options.commit(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      });
      return undefined;
    } catch (error) {
      if (batch.length > 1 && !isOutage(error)) return this.commitOneByOne(batch);
      for (const { reject } of batch) reject(error);
      return isOutage(error) ? error : undefined;
    }
  }

  private async commitOneByOne(batch: Waiting<Item, Result>[]): Promise<unknown> {
    let outage: unknown;
    for (const waiting of batch) {
      if (outage === undefined) outage = await this.commit([waiting]);
      else waiting.reject(outage);
    }
    return outage;
  }
}

/** Where the database is away or stuck, each item tried alone would only wait for it again. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isConflict(error);
}
