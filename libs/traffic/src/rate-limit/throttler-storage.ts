import type { ThrottlerStorage } from '@nestjs/throttler';
import type { WindowCount, WindowCounter } from './window-count.js';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** A count in the throttler's form, with the limit and the timestamp of the reset, which the throttler has no fields for. */
export interface CountRecord extends ThrottlerStorageRecord {
  limit: number;
  resetAt: number;
}

/** Storage of @nestjs/throttler with one counter per window; the default storage stores every hit. */
export class WindowThrottlerStorage implements ThrottlerStorage {
  /** @param own counts for this instance alone */
  constructor(
    private readonly counter: WindowCounter,
    private readonly own: WindowCounter,
  ) {}

  async increment(key: string, ttl: number, limit: number): Promise<CountRecord> {
    return record(await this.counter.increment(key, ttl), limit, ttl);
  }

  /** Counts a request that is rejected for overload, without a call to Redis. */
  async incrementHere(key: string, ttl: number, limit: number): Promise<CountRecord> {
    return record(await this.own.increment(key, ttl), limit, ttl);
  }

  /** The result of {@link increment} without counting a request. */
  async peek(key: string, ttl: number, limit: number): Promise<CountRecord> {
    return record(await this.counter.peek(key, ttl), limit, ttl);
  }
}

function record({ count, resetAt, leftMs }: WindowCount, limit: number, ttl: number): CountRecord {
  // Of a window that has just begun, the sum of two times can be a little longer than it is.
  const seconds = Math.max(1, Math.ceil(Math.min(leftMs, ttl) / 1000));
  return {
    totalHits: count,
    timeToExpire: seconds,
    isBlocked: count > limit,
    timeToBlockExpire: seconds,
    limit,
    resetAt,
  };
}
