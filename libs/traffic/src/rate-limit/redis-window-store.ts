import DataLoader from 'dataloader';
import type { Redis, Result } from 'ioredis';
import type { WindowStore } from './shared-window-counter.js';
import type { WindowCount } from './window-count.js';

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

/** Errors of a Redis before version 7, or without the right to use the commands and options of the scripts. */
const UNKNOWN_COMMAND = /unknown (redis )?command|wrong number of arg/i;

/** Counts in Redis, for all instances together. */
export class RedisWindowStore implements WindowStore {
  readonly recoveredMessage = 'Redis is back';
  /** Requests that arrive together share a call: with a call each, a read took 1.2 times the processor time. */
  private readonly requests: DataLoader<CountedRequest, Reply>;

  constructor(private readonly redis: Redis) {
    redis.defineCommand('countRequests', { lua: INCREMENT });
    redis.defineCommand('peekCount', { numberOfKeys: 1, lua: PEEK });
    const countAll = (requests: readonly CountedRequest[]) =>
      redis.countRequests(
        requests.length,
        ...requests.map(({ key }) => nameOf(key)),
        ...requests.map(({ windowMs }) => windowMs),
      );
    this.requests = new DataLoader(countAll, { cache: false, maxBatchSize: MAX_REQUESTS });
  }

  async increment(key: string, windowMs: number): Promise<WindowCount> {
    return stateOf(await this.requests.load({ key, windowMs }), windowMs);
  }

  async peek(key: string, windowMs: number): Promise<WindowCount> {
    return stateOf(await this.redis.peekCount(nameOf(key)), windowMs);
  }

  onError(listener: (error: Error) => void): void {
    this.redis.on('error', listener);
  }

  describe({ message }: Error): string {
    return `${UNKNOWN_COMMAND.test(message) ? 'Redis 7 or later is needed' : 'Redis is not available'} (${message})`;
  }
}

const nameOf = (key: string) => `rate-limit:${key}`;

function stateOf([count, leftMs, resetAt]: Reply, windowMs: number): WindowCount {
  return leftMs < 0 ? { count, leftMs: windowMs, resetAt: Date.now() + windowMs } : { count, leftMs, resetAt };
}
