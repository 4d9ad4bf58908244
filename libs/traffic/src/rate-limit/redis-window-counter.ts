import { Logger } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Redis, Result } from 'ioredis';
import type { MemoryWindowCounter } from './memory-window-counter.js';
import type { WindowCount, WindowCounter } from './window-count.js';
import { withTimeout } from '../resilience/with-timeout.js';

/** One script call counts many requests. A window begins with its key's first request, and Redis removes it when it ends. */
const INCREMENT = `
  local replies = {}
  for index, key in ipairs(KEYS) do
    local count = redis.call('INCR', key)
    redis.call('PEXPIRE', key, ARGV[index], 'NX')
    replies[index] = { count, redis.call('PTTL', key), redis.call('PEXPIRETIME', key) }
  end
  return replies`;

const PEEK = `
  return { tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1]), redis.call('PEXPIRETIME', KEYS[1]) }`;

/** Count, milliseconds left, and the end of the window by Redis' clock; both negative if there is no window. */
type Reply = [count: number, leftMs: number, resetAt: number];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequests(keys: number, ...keysAndWindows: (string | number)[]): Result<Reply[], Context>;
    peekCount(key: string): Result<Reply, Context>;
  }
}

interface CountedRequest {
  key: string;
  windowMs: number;
}

/** Maximum number of requests per script call, which blocks Redis. */
const MAX_REQUESTS = 100;

/** Interval of retries while Redis is unavailable, in milliseconds. */
const PROBE_INTERVAL_MS = 500;

/** Errors of a Redis before version 7, or without the right to use the commands and options of the scripts. */
const UNKNOWN_COMMAND = /unknown (redis )?command|wrong number of arg/i;

/**
 * Counts in Redis, for all instances together. While Redis is unavailable or slow, the fallback counts for this instance, from
 * the last count of Redis on.
 */
export class RedisWindowCounter implements WindowCounter {
  private readonly logger = new Logger('RateLimit');
  /** Whether this instance counts for itself. */
  isUnavailable = false;
  private nextProbe = 0;
  /** Requests that arrive together share a call: with a call each, a read took 1.2 times the processor time. */
  private readonly requests: DataLoader<CountedRequest, Reply>;

  /** @param timeout longest wait for Redis, in milliseconds */
  constructor(
    private readonly redis: Redis,
    private readonly fallback: MemoryWindowCounter,
    private readonly timeout: number,
  ) {
    redis.defineCommand('countRequests', { lua: INCREMENT });
    redis.defineCommand('peekCount', { numberOfKeys: 1, lua: PEEK });
    redis.on('error', (error: Error) => this.reportUnavailable(error));
    const countAll = (requests: readonly CountedRequest[]) =>
      redis.countRequests(
        requests.length,
        ...requests.map(({ key }) => nameOf(key)),
        ...requests.map(({ windowMs }) => windowMs),
      );
    this.requests = new DataLoader(countAll, { cache: false, maxBatchSize: MAX_REQUESTS });
  }

  increment(key: string, windowMs: number): Promise<WindowCount> {
    return this.orFallback(
      async () => {
        const counted = stateOf(await this.requests.load({ key, windowMs }), windowMs);
        this.fallback.note(key, windowMs, counted);
        return counted;
      },
      () => this.fallback.increment(key, windowMs),
    );
  }

  peek(key: string, windowMs: number): Promise<WindowCount> {
    return this.orFallback(
      async () => stateOf(await this.redis.peekCount(nameOf(key)), windowMs),
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
    const what = UNKNOWN_COMMAND.test(error.message) ? 'Redis 7 or later is needed' : 'Redis is not available';
    this.logger.warn(`${what} (${error.message}): this instance counts for itself`);
  }

  /**
   * Checks at intervals, independently of requests, whether Redis is back. The check counts like a request,
   * because a Redis that lacks a command or a right, is full or is a replica still answers pings and reads.
   */
  private async probe(): Promise<void> {
    if (performance.now() < this.nextProbe) return;
    this.nextProbe = performance.now() + PROBE_INTERVAL_MS;
    const isAvailable = await withTimeout(
      this.timeout,
      this.requests.load({ key: 'probe', windowMs: PROBE_INTERVAL_MS }),
    ).then(
      () => true,
      () => false,
    );
    if (!isAvailable || !this.isUnavailable) return;
    this.isUnavailable = false;
    this.logger.log('Redis is back: all instances share the count again');
  }
}

const nameOf = (key: string) => `rate-limit:${key}`;

function stateOf([count, leftMs, resetAt]: Reply, windowMs: number): WindowCount {
  return leftMs < 0 ? { count, leftMs: windowMs, resetAt: Date.now() + windowMs } : { count, leftMs, resetAt };
}
