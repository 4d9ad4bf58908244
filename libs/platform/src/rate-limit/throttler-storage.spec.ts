import { MemoryWindowCounter } from './memory-window-counter.js';
import { WindowThrottlerStorage } from './throttler-storage.js';

describe('WindowThrottlerStorage', () => {
  beforeEach(() => jest.useFakeTimers({ now: 1_000_500 }));
  afterEach(() => jest.useRealTimers());

  const storage = () => new WindowThrottlerStorage(new MemoryWindowCounter());

  it('blocks what is over the limit, and nothing else', async () => {
    const counts = storage();
    const isBlocked: boolean[] = [];
    for (let request = 0; request < 5; request++) isBlocked.push((await counts.increment('a', 60_000, 3)).isBlocked);
    expect(isBlocked).toEqual([false, false, false, true, true]);
  });

  it('tells the end of the window, and the seconds until then rounded up', async () => {
    const counts = storage();
    await counts.increment('a', 60_000, 3);
    jest.advanceTimersByTime(1);
    expect(await counts.increment('a', 60_000, 3)).toEqual({
      totalHits: 2,
      isBlocked: false,
      resetAt: 1_060_500,
      timeToExpire: 60,
      timeToBlockExpire: 60,
    });
    jest.advanceTimersByTime(59_998);
    expect(await counts.peek('a', 60_000, 3)).toMatchObject({ totalHits: 2, resetAt: 1_060_500, timeToExpire: 1 });
  });
});
