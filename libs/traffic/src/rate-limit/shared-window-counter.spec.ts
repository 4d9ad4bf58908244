import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { MemoryWindowCounter } from './memory-window-counter.js';
import { RedisWindowStore } from './redis-window-store.js';
import { SharedWindowCounter } from './shared-window-counter.js';

/** A fake Redis whose responses the test controls. End-to-end tests show that the real one counts. */
class FakeRedis extends EventEmitter {
  isUp = true;
  /** Delay of its responses, in milliseconds. */
  delay = 0;
  asked = 0;
  /** The error of its scripts. */
  failure: string | undefined;
  /** Whether only scripts that write fail. */
  isReadable = false;
  defineCommand = jest.fn();
  /** The arguments of each call. */
  readonly calls: unknown[][] = [];
  countRequests = async (count: number, ...rest: unknown[]) => {
    this.calls.push([count, ...rest]);
    const reply = await this.count();
    return Array.from({ length: count }, () => reply);
  };
  peekCount = () => (this.isReadable ? this.answer([7, 30_000, 1_030_000]) : this.count());
  ping = () => this.answer('PONG');

  private count(): Promise<number[]> {
    if (this.failure !== undefined) return Promise.reject(new Error(this.failure));
    return this.answer([7, 30_000, 1_030_000]);
  }

  private async answer<Reply>(reply: Reply): Promise<Reply> {
    this.asked++;
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    if (!this.isUp) throw new Error('Command timed out');
    return reply;
  }
}

function counting() {
  const redis = new FakeRedis();
  const counter = new SharedWindowCounter(
    new RedisWindowStore(redis as unknown as Redis),
    new MemoryWindowCounter(),
    80,
  );
  const counts = async () => [(await counter.peek('a', 60_000)).count, (await counter.increment('a', 60_000)).count];
  return { redis, counter, counts };
}

describe('SharedWindowCounter with Redis', () => {
  let said: string[];

  beforeEach(() => {
    said = [];
    jest.useFakeTimers({ now: 0, doNotFake: ['setImmediate', 'nextTick'] });
    const note = (message: unknown) => void said.push(String(message));
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(note);
    jest.spyOn(Logger.prototype, 'log').mockImplementation(note);
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const AWAY = 'Redis is not available (Command timed out): this process counts for itself';
  const SLOW = 'Redis is not available (no answer within 80 ms): this process counts for itself';
  const BACK = 'Redis is back: all processes share the count again';

  it('counts in Redis while it answers', async () => {
    expect(await counting().counts()).toEqual([7, 7]);
    expect(said).toEqual([]);
  });

  it('counts requests that arrive together in one call, each in its own window', async () => {
    const { redis, counter } = counting();
    await Promise.all([counter.increment('a', 60_000), counter.increment('b', 1_000), counter.increment('a', 60_000)]);
    const keys = ['a', 'b', 'a'].map((key) => `rate-limit:${key}`);
    expect(redis.calls).toEqual([[3, ...keys, 60_000, 1_000, 60_000]]);
  });

  it('returns the end of a window by the clock of Redis, and the time until then', async () => {
    const { counter } = counting();
    const state = { count: 7, leftMs: 30_000, resetAt: 1_030_000 };
    expect([await counter.increment('a', 60_000), await counter.peek('a', 60_000)]).toEqual([state, state]);
  });

  it('waits 80 ms for Redis, then counts for itself without waiting until Redis answers in time', async () => {
    const { redis, counter, counts } = counting();
    redis.delay = 300;
    const first = counter.increment('a', 60_000);
    await jest.advanceTimersByTimeAsync(79);
    expect(said).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(await first).toMatchObject({ count: 1 });
    for (let request = 0; request < 10; request++) {
      await counts();
      await jest.advanceTimersByTimeAsync(500);
    }
    expect(said).toEqual([SLOW]);
    redis.delay = 79;
    await counts();
    await jest.advanceTimersByTimeAsync(500);
    expect(said).toEqual([SLOW, BACK]);
  });

  it('counts for itself from the first request that Redis does not answer, and logs it once', async () => {
    const { redis, counts } = counting();
    redis.isUp = false;
    expect([await counts(), await counts()]).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(said).toEqual([AWAY]);
  });

  it('continues from the last count of Redis', async () => {
    const { redis, counter } = counting();
    expect((await counter.increment('a', 60_000)).count).toBe(7);
    redis.isUp = false;
    expect((await counter.increment('a', 60_000)).count).toBe(8);
    expect((await counter.increment('b', 60_000)).count).toBe(1);
  });

  it('does not continue from a late count of Redis', async () => {
    const { redis, counter } = counting();
    redis.delay = 300;
    void counter.increment('a', 60_000);
    await jest.advanceTimersByTimeAsync(80);
    for (let request = 2; request <= 20; request++) await counter.increment('a', 60_000);
    await jest.advanceTimersByTimeAsync(300);
    expect((await counter.increment('a', 60_000)).count).toBe(21);
  });

  it('does not wait for an unreachable Redis, but retries twice a second', async () => {
    const { redis, counts } = counting();
    redis.emit('error', new Error('Command timed out'));
    redis.isUp = false;
    for (let request = 0; request < 100; request++) await counts();
    await nextTurn();
    expect(redis.asked).toBe(1);
    jest.advanceTimersByTime(500);
    for (let request = 0; request < 100; request++) await counts();
    await nextTurn();
    expect(redis.asked).toBe(2);
    expect(said).toEqual([AWAY]);
  });

  it.each([
    ['ERR Unknown Redis command called from script script: f_1, on @user_script:4.', 'Redis 7 or later is needed'],
    ['ERR Wrong number of args calling Redis command From Lua script', 'Redis 7 or later is needed'],
    ['NOPERM this user has no permissions to run the evalsha command', 'Redis is not available'],
  ])('counts for itself if Redis rejects the scripts but answers pings: %s', async (failure, what) => {
    const { redis, counts } = counting();
    redis.failure = failure;
    for (let request = 1; request <= 5; request++) {
      expect(await counts()).toEqual([request - 1, request]);
      jest.advanceTimersByTime(500);
      await nextTurn();
    }
    expect(said).toEqual([`${what} (${failure}): this process counts for itself`]);
    redis.failure = undefined;
    await counts();
    await nextTurn();
    expect([await counts(), said.at(-1)]).toEqual([[7, 7], BACK]);
  });

  it('counts for itself if Redis is read-only, because it is full or a replica', async () => {
    const { redis, counter } = counting();
    redis.failure = "READONLY You can't write against a read only replica.";
    redis.isReadable = true;
    for (let request = 1; request <= 5; request++) {
      expect((await counter.increment('a', 60_000)).count).toBe(request);
      jest.advanceTimersByTime(500);
      await nextTurn();
    }
    expect(said).toEqual([`Redis is not available (${redis.failure}): this process counts for itself`]);
  });

  it('counts in Redis again once it answers, and logs it once', async () => {
    const { redis, counts } = counting();
    redis.isUp = false;
    await counts();
    await counts();
    redis.isUp = true;
    jest.advanceTimersByTime(500);
    await counts();
    await nextTurn();
    expect([await counts(), await counts()]).toEqual([
      [7, 7],
      [7, 7],
    ]);
    expect(said).toEqual([AWAY, BACK]);
  });
});
