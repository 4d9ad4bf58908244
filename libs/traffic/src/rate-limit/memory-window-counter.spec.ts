import { MemoryWindowCounter } from './memory-window-counter.js';

const WINDOW = 60_000;

/** A counter with both clocks at a time: the adjustable and the monotonic one. */
function atTime(start: number) {
  const clock = { now: start };
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
  const counter = new MemoryWindowCounter(() => clock.now);
  return { clock, counter, count: (key: string) => counter.increment(key, WINDOW) };
}

describe('MemoryWindowCounter', () => {
  afterEach(() => jest.restoreAllMocks());

  it('counts each key in a window that begins with its first request', async () => {
    const { clock, count } = atTime(1_000);
    expect(await count('a')).toMatchObject({ count: 1, resetAt: 61_000 });
    clock.now = 20_000;
    expect(await count('b')).toMatchObject({ count: 1, resetAt: 80_000 });
    expect(await count('a')).toMatchObject({ count: 2, resetAt: 61_000 });
  });

  it('begins a new window after the end of the old one, and not before', async () => {
    const { clock, count } = atTime(1_000);
    await count('a');
    clock.now = 60_999;
    expect(await count('a')).toMatchObject({ count: 2, resetAt: 61_000 });
    clock.now = 61_000;
    expect(await count('a')).toMatchObject({ count: 1, resetAt: 121_000 });
  });

  it('reads a count without counting', async () => {
    const { clock, counter, count } = atTime(1_000);
    expect(await counter.peek('a', WINDOW)).toMatchObject({ count: 0, resetAt: 61_000 });
    expect(counter.size).toBe(0);
    await count('a');
    clock.now = 2_000;
    expect(await counter.peek('a', WINDOW)).toMatchObject({ count: 1, resetAt: 61_000 });
    expect(await counter.peek('a', WINDOW)).toMatchObject({ count: 1, resetAt: 61_000 });
    clock.now = 61_000;
    expect(await counter.peek('a', WINDOW)).toMatchObject({ count: 0, resetAt: 121_000 });
  });

  it('continues from the count of another counter until that window ends', async () => {
    const { clock, counter, count } = atTime(1_000);
    await count('a');
    counter.note('a', WINDOW, { count: 61, resetAt: 31_000, leftMs: 30_000 });
    expect(await counter.peek('a', WINDOW)).toEqual({ count: 61, resetAt: 31_000, leftMs: 30_000 });
    clock.now = 30_999;
    expect(await count('a')).toMatchObject({ count: 62, resetAt: 31_000 });
    clock.now = 31_000;
    expect(await count('a')).toMatchObject({ count: 1, resetAt: 91_000 });
  });

  it('returns a count that later requests do not change', async () => {
    const { counter, count } = atTime(1_000);
    const counted = await count('a');
    const peeked = await counter.peek('a', WINDOW);
    await count('a');
    expect([counted.count, peeked.count]).toEqual([1, 1]);
  });

  it('stores one entry per key for any number of requests', async () => {
    const { counter, count } = atTime(1_000);
    for (let request = 0; request < 10_000; request++) await count(`key ${request % 3}`);
    expect(counter.size).toBe(3);
  });

  it('removes expired windows, also of keys that are never used again', async () => {
    const { clock, counter, count } = atTime(0);
    for (let minute = 0; minute < 100; minute++) {
      clock.now = minute * WINDOW;
      for (let client = 0; client < 10; client++) await count(`client ${client} of minute ${minute}`);
      expect(counter.size).toBeLessThanOrEqual(20);
    }
  });
});
