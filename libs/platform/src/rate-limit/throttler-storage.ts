import type { ThrottlerStorage } from '@nestjs/throttler';
import type { WindowCounter } from './window-count.js';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** A count as the throttler takes it, with the moment of the reset that it has no field for. */
export interface CountRecord extends ThrottlerStorageRecord {
  resetAt: number;
}

/** Lets @nestjs/throttler count in one counter per window; its own store keeps every hit. */
export class WindowThrottlerStorage implements ThrottlerStorage {
  constructor(private readonly counter: WindowCounter) {}

  async increment(key: string, ttl: number, limit: number): Promise<CountRecord> {
    return record(await this.counter.increment(key, ttl), limit);
  }

  /** What {@link increment} would tell without this request. */
  async peek(key: string, ttl: number, limit: number): Promise<CountRecord> {
    return record(await this.counter.peek(key, ttl), limit);
  }
}

function record({ count, resetAt }: { count: number; resetAt: number }, limit: number): CountRecord {
  const seconds = Math.max(1, Math.ceil((resetAt - Date.now()) / 1000));
  return { totalHits: count, timeToExpire: seconds, isBlocked: count > limit, timeToBlockExpire: seconds, resetAt };
}
