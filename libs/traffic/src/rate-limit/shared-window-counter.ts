import { Logger } from '@nestjs/common';
import type { MemoryWindowCounter } from './memory-window-counter.js';
import type { WindowCount, WindowCounter } from './window-count.js';
import { withTimeout } from '../resilience/with-timeout.js';

/** Where several processes count together. */
export interface WindowStore extends WindowCounter {
  /** Called with an error outside of a call, such as a lost connection. */
  onError?: (listener: (error: Error) => void) => void;
  /** Such as `Redis is not available (connect ECONNREFUSED)`. */
  describe(error: Error): string;
  /** Such as `Redis is back`. */
  readonly recoveredMessage: string;
}

/** Interval of retries while the store is unavailable, in milliseconds. */
const PROBE_INTERVAL_MS = 500;

/**
 * Counts in a store, for all processes together. While it is unavailable or slow, the fallback counts for this process, from
 * the last count of the store on.
 */
export class SharedWindowCounter implements WindowCounter {
  private readonly logger = new Logger('RateLimit');
  /** Whether this process counts for itself. */
  isUnavailable = false;
  private nextProbe = 0;

  /** @param timeout longest wait for the store, in milliseconds */
  constructor(
    private readonly store: WindowStore,
    private readonly fallback: MemoryWindowCounter,
    private readonly timeout: number,
  ) {
    store.onError?.((error) => this.reportUnavailable(error));
  }

  increment(key: string, windowMs: number): Promise<WindowCount> {
    return this.orFallback(
      async () => {
        const counted = await this.store.increment(key, windowMs);
        // A late count would be older than that of this process.
        if (!this.isUnavailable) this.fallback.note(key, windowMs, counted);
        return counted;
      },
      () => this.fallback.increment(key, windowMs),
    );
  }

  peek(key: string, windowMs: number): Promise<WindowCount> {
    return this.orFallback(
      () => this.store.peek(key, windowMs),
      () => this.fallback.peek(key, windowMs),
    );
  }

  private async orFallback(
    ask: () => Promise<WindowCount>,
    fallback: () => Promise<WindowCount>,
  ): Promise<WindowCount> {
    if (this.isUnavailable) {
      void this.probe();
      return fallback();
    }
    try {
      return await withTimeout(this.timeout, ask());
    } catch (error) {
      this.reportUnavailable(error as Error);
      return fallback();
    }
  }

  private reportUnavailable(error: Error): void {
    if (this.isUnavailable) return;
    this.isUnavailable = true;
    this.logger.warn(`${this.store.describe(error)}: this process counts for itself`);
  }

  /**
   * Checks at intervals, independently of requests, whether the store is back. The check counts like a request,
   * because a Redis that lacks a command or a right, is full or is a replica still answers pings and reads.
   */
  private async probe(): Promise<void> {
    if (performance.now() < this.nextProbe) return;
    this.nextProbe = performance.now() + PROBE_INTERVAL_MS;
    const isAvailable = await withTimeout(this.timeout, this.store.increment('probe', PROBE_INTERVAL_MS)).then(
      () => true,
      () => false,
    );
    if (!isAvailable || !this.isUnavailable) return;
    this.isUnavailable = false;
    this.logger.log(`${this.store.recoveredMessage}: all processes share the count again`);
  }
}
