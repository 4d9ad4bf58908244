import { MemoryWindowCounter } from './memory-window-counter.js';
import { WindowThrottlerStorage } from './throttler-storage.js';

describe('WindowThrottlerStorage', () => {
  beforeEach(() => jest.useFakeTimers({ now: 1_000_500 }));
  afterEach(() => jest.useRealTimers());

  const storage = () => new WindowThrottlerStorage(new MemoryWindowCounter(), new MemoryWindowCounter());

  it('blocks only requests over the limit', async () => {
    const counts = storage();
    const isBlocked: boolean[] = [];
    for (let request = 0; request < 5; request++) isBlocked.push((await counts.increment('a', 60_000, 3)).isBlocked);
    expect(isBlocked).toEqual([false, false, false, true, true]);
  });

  it('returns the end of the window, and the seconds until then rounded up', async () => {
    const counts = storage();
    await counts.increment('a', 60_000, 3);
    jest.advanceTimersByTime(1);
    expect(await counts.increment('a', 60_000, 3)).toEqual({
      totalHits: 2,
      isBlocked: false,
      limit: 3,
      resetAt: 1_060_500,
      timeToExpire: 60,
      timeToBlockExpire: 60,
    });
    jest.advanceTimersByTime(59_998);
    expect(await counts.peek('a', 60_000, 3)).toMatchObject({ totalHits: 2, resetAt: 1_060_500, timeToExpire: 1 });
  });

  it('returns the correct seconds if the clock is adjusted in the meantime', async () => {
    const counts = storage();
    await counts.increment('a', 60_000, 1);
    for (const step of [3_600_000, -3_600_000]) {
      jest.setSystemTime(Date.now() + step);
      expect(await counts.increment('a', 60_000, 1)).toMatchObject({ isBlocked: true, timeToBlockExpire: 60 });
    }
    jest.setSystemTime(Date.now() - 3_600_000);
    jest.advanceTimersByTime(60_000);
    expect(await counts.increment('a', 60_000, 1)).toMatchObject({ isBlocked: false, totalHits: 1 });
  });

  it('returns no more seconds than the window has', async () => {
    const rounded = { count: 1, resetAt: 1_060_500, leftMs: 60_000.000_000_01 };
    const counter = { increment: () => Promise.resolve(rounded), peek: () => Promise.resolve(rounded) };
    const counts = new WindowThrottlerStorage(counter, counter);
    expect(await counts.increment('a', 60_000, 1)).toMatchObject({ timeToExpire: 60, timeToBlockExpire: 60 });
  });

  it('counts a rejected request in this instance only', async () => {
    const shared = new MemoryWindowCounter();
    const counts = new WindowThrottlerStorage(shared, new MemoryWindowCounter());
    expect([await counts.incrementHere('a', 60_000, 1), await counts.incrementHere('a', 60_000, 1)]).toMatchObject([
      { totalHits: 1, isBlocked: false },
      { totalHits: 2, isBlocked: true },
    ]);
    expect(shared.size).toBe(0);
  });
});
