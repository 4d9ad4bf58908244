import { Logger } from '@nestjs/common';
import type { Redis, Result } from 'ioredis';
import type { WindowCount, WindowCounter } from './window-count.js';

/** One script call counts a request: the window begins with the key's first one, and Redis forgets it when it is over. */
const INCREMENT = `
  local count = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return { count, left }`;

const PEEK = `return { redis.call('GET', KEYS[1]) or '0', redis.call('PTTL', KEYS[1]) }`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(key: string, windowMs: number): Result<[number, number], Context>;
    peekCount(key: string): Result<[string, number], Context>;
  }
}

/** How often Redis is asked for again while it is away, in milliseconds. */
const PROBE_INTERVAL_MS = 500;

/** Counts in Redis, for all instances together. While Redis is away, the fallback counts for this instance. */
export class RedisWindowCounter implements WindowCounter {
  private readonly logger = new Logger('RateLimit');
  private isAway = false;
  private nextProbe = 0;

  constructor(
    private readonly redis: Redis,
    private readonly fallback: WindowCounter,
  ) {
    redis.defineCommand('countRequest', { numberOfKeys: 1, lua: INCREMENT });
    redis.defineCommand('peekCount', { numberOfKeys: 1, lua: PEEK });
    redis.on('error', (error: Error) => this.sayAway(error));
  }

  increment(key: string, windowMs: number): Promise<WindowCount> {
    return this.orFallback(
      () => this.redis.countRequest(nameOf(key), windowMs),
      () => this.fallback.increment(key, windowMs),
    );
  }

  peek(key: string, windowMs: number): Promise<WindowCount> {
    return this.orFallback(
      async () => {
        const [count, left] = await this.redis.peekCount(nameOf(key));
        return [Number(count), left < 0 ? windowMs : left] as const;
      },
      () => this.fallback.peek(key, windowMs),
    );
  }

  private async orFallback(
    ask: () => Promise<readonly [number, number]>,
    fallback: () => Promise<WindowCount>,
  ): Promise<WindowCount> {
    if (this.isAway) {
      void this.probe();
      return fallback();
    }
    try {
      const [count, left] = await ask();
      return { count, resetAt: Date.now() + left };
    } catch (error) {
      this.sayAway(error as Error);
      return fallback();
    }
  }

  private sayAway(error: Error): void {
    if (this.isAway) return;
    this.isAway = true;
    this.logger.warn(`Redis is not available (${error.message}): this instance counts for itself`);
  }

  /** Asks whether Redis is back, now and then and beside the requests: they do not wait for what is away. */
  private async probe(): Promise<void> {
    if (Date.now() < this.nextProbe) return;
    this.nextProbe = Date.now() + PROBE_INTERVAL_MS;
    const isBack = await this.redis.ping().then(
      () => true,
      () => false,
    );
    if (!isBack || !this.isAway) return;
    this.isAway = false;
    this.logger.log('Redis is back: all instances share the count again');
  }
}

const nameOf = (key: string) => `rate-limit:${key}`;
