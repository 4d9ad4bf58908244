import { Overloaded } from '#libs/http';
import type { Metrics, Origin } from '#libs/observability';
import type { CommitScheduler } from './commit-scheduler.js';

/** An item that waits for a transaction, and its caller. */
export interface Entry<Item, Result> {
  readonly item: Item;
  readonly keys: readonly string[];
  /** Time of arrival, by `performance.now()`. */
  readonly since: number;
  readonly origin: Origin;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface QueueLimits {
  /** Maximum number of transactions in flight. */
  concurrency: number;
  /** Minimum number of items to begin a transaction while one is in flight, unless they have waited long. */
  minBatchSize: number;
  /** Maximum number of items per batch. */
  maxBatchSize: number;
  /** Maximum number of waiting items; more are rejected as overload. */
  maxQueueSize: number;
  /** Maximum wait of an item, in milliseconds; then it is rejected as overload. */
  maxWaitMs: number;
}

/** How long fewer items than `minBatchSize` wait for the transaction in flight, in milliseconds. */
export const MAX_BATCH_DELAY_MS = 50;

/** Items that wait for a transaction, and the batches that are in flight. */
export class CommitQueue<Item, Result> {
  private entries: Entry<Item, Result>[] = [];
  private readonly keysInFlight = new Set<string>();
  private batchesInFlight = 0;
  private readonly metrics: GroupCommitMetrics;

  constructor(
    private readonly limits: QueueLimits,
    private readonly scheduler: CommitScheduler,
    metrics: Metrics,
    group: string,
  ) {
    this.metrics = groupCommitMetrics(metrics, group);
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  add(entry: Entry<Item, Result>): void {
    if (this.entries.length >= this.limits.maxQueueSize) {
      entry.reject(new Overloaded());
      return;
    }
    this.entries.push(entry);
    this.metrics.waiting(this.entries.length);
  }

  /** Whether a transaction may begin. Few large ones cost less than many small ones, but a slow one must not delay the others. */
  mayBegin(): boolean {
    const { concurrency, minBatchSize } = this.limits;
    const [oldest] = this.entries;
    if (oldest === undefined) return false;
    if (this.scheduler.inFlight === 0) return true;
    const isLate = performance.now() - oldest.since >= MAX_BATCH_DELAY_MS;
    return this.batchesInFlight < concurrency && (isLate || this.entries.length >= minBatchSize);
  }

  /** Takes the first items that have no key in common with each other or with a batch in flight, in the order of arrival. */
  takeBatch(): Entry<Item, Result>[] {
    const batch: Entry<Item, Result>[] = [];
    const passed = new Set<string>();
    const rest: Entry<Item, Result>[] = [];
    const now = performance.now();
    for (const entry of this.entries) {
      if (now - entry.since > this.limits.maxWaitMs) {
        entry.reject(new Overloaded());
        continue;
      }
      const isFree = entry.keys.every((key) => !this.keysInFlight.has(key) && !passed.has(key));
      if (isFree && batch.length < this.limits.maxBatchSize) {
        batch.push(entry);
        for (const key of entry.keys) this.keysInFlight.add(key);
      } else {
        for (const key of entry.keys) passed.add(key);
        rest.push(entry);
      }
    }
    this.entries = rest;
    this.metrics.waiting(rest.length);
    if (batch.length > 0) {
      this.batchesInFlight++;
      this.scheduler.inFlight++;
    }
    return batch;
  }

  /** Ends a batch that was taken: its transaction is committed or has failed. */
  endBatch(batch: readonly Entry<Item, Result>[]): void {
    const now = performance.now();
    this.metrics.committed(batch.map(({ since }) => now - since));
    for (const { keys } of batch) for (const key of keys) this.keysInFlight.delete(key);
    this.batchesInFlight--;
    this.scheduler.inFlight--;
  }
}

/** The metrics of a group commit. */
interface GroupCommitMetrics {
  /** @param items how many wait for a transaction now */
  waiting(items: number): void;
  /** @param waits of the items of a batch, from their arrival to the end of the transaction, in milliseconds */
  committed(waits: number[]): void;
}

/** @param group the group commit's name */
function groupCommitMetrics(metrics: Metrics, group: string): GroupCommitMetrics {
  const waiting = metrics
    .gauge('quiz_group_commit_waiting_items', 'Items that wait for a transaction', ['group'])
    .labels({ group });
  const items = metrics
    .histogram(
      'quiz_group_commit_batch_items',
      'Items that were committed together',
      [1, 2, 5, 10, 20, 50, 100, 200],
      ['group'],
    )
    .labels({ group });
  const wait = metrics
    .histogram(
      'quiz_group_commit_wait_seconds',
      "Time from an item's arrival to the end of its transaction",
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      ['group'],
    )
    .labels({ group });
  waiting.set(0);
  return {
    waiting: (count) => waiting.set(count),
    committed: (waits) => {
      items.observe(waits.length);
      for (const milliseconds of waits) wait.observe(milliseconds / 1000);
    },
  };
}
