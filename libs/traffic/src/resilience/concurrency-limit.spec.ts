import { ConcurrencyLimit, MIN_LIMIT } from './concurrency-limit.js';

const WINDOW_MS = 500;

describe('ConcurrencyLimit', () => {
  let now: number;
  let limit: ConcurrencyLimit;

  beforeEach(() => {
    now = 0;
    limit = new ConcurrencyLimit(WINDOW_MS, () => now);
  });

  /** Requests arrive at once. @returns how many are admitted */
  function arrive(count: number): number {
    let admitted = 0;
    while (admitted < count && !limit.isReached()) {
      limit.begin();
      admitted++;
    }
    return admitted;
  }

  function finish(count: number, isFinished = true): void {
    for (let index = 0; index < count; index++) limit.end(isFinished);
  }

  function endWindow(): void {
    now += WINDOW_MS;
    limit.isReached();
  }

  /** In each window so many requests finish, one after the other, while more than can be admitted arrive. */
  function overload(finished: number, windows: number): void {
    for (let window = 0; window < windows; window++) {
      arrive(2 * finished + 1_000);
      for (let index = 0; index < finished; index++) {
        finish(1);
        arrive(1);
      }
      endWindow();
    }
  }

  it('admits every request before it has measured', () => {
    expect(arrive(10_000)).toBe(10_000);
  });

  it.each([300, 1_500])('under overload admits the %d requests that finish in a window', (finished) => {
    arrive(5_000);
    endWindow();
    finish(finished);
    endWindow();
    finish(limit.count - finished);
    expect(arrive(1)).toBe(0);
    finish(1);
    expect(arrive(2)).toBe(1);
  });

  it('stays near the capacity while the overload lasts, and follows it', () => {
    overload(1_500, 20);
    expect(limit.count).toBeLessThan(1_500 * 1.3);
    overload(400, 20);
    expect(limit.count).toBeLessThan(400 * 1.3);
    overload(3_000, 20);
    expect(limit.count).toBeGreaterThanOrEqual(3_000);
  });

  it('admits the minimum while nothing finishes', () => {
    overload(0, 3);
    finish(limit.count, false);
    expect(arrive(5_000)).toBe(MIN_LIMIT);
    overload(0, 20);
    expect(limit.count).toBeLessThan(MIN_LIMIT * 1.3);
  });

  it('counts no abandoned requests as finished', () => {
    arrive(2_000);
    endWindow();
    finish(1_000, false);
    endWindow();
    finish(1_000 - MIN_LIMIT, false);
    expect(arrive(1)).toBe(0);
  });

  it('admits bursts that are served within a window', () => {
    for (let window = 0; window < 10; window++) {
      expect(arrive(1_000)).toBe(1_000);
      now += WINDOW_MS - 1;
      finish(1_000);
      now += 1;
    }
  });

  it('admits a burst after light load, in which hardly anything finished', () => {
    for (let second = 0; second < 60; second++) {
      expect(arrive(1)).toBe(1);
      finish(1);
      now += 1_000;
    }
    expect(arrive(3_000)).toBe(3_000);
  });

  it('rejects no request because a few wait long, for example for a lock', () => {
    arrive(MIN_LIMIT - 1);
    for (let window = 0; window < 10; window++) {
      now += WINDOW_MS;
      expect(arrive(1)).toBe(1);
      finish(1);
    }
  });

  it.each([
    [10, 250],
    [7_200, 10_000],
  ])('grows again after an overload: after %d windows it admits %d requests', (windows, count) => {
    overload(0, 3);
    finish(limit.count, false);
    now += windows * WINDOW_MS;
    expect(arrive(count)).toBe(count);
  });
});
