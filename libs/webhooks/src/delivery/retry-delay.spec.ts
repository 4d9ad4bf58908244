import { retryDelay } from './retry-delay.js';

const HOUR = 3_600_000;

describe('retryDelay', () => {
  it('grows with each try, and the last try is about three days after the first', () => {
    const delays = Array.from({ length: 9 }, (_, index) => retryDelay(index + 1, 0) ?? NaN);
    expect(delays).toEqual(delays.toSorted((one, other) => one - other));
    const total = delays.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeGreaterThan(72 * HOUR);
    expect(total).toBeLessThan(80 * HOUR);
  });

  it('is undefined after the last try', () => {
    expect(retryDelay(10)).toBeUndefined();
  });

  it('adds up to a tenth', () => {
    expect(retryDelay(1, 0)).toBe(5_000);
    expect(retryDelay(1, 1)).toBe(5_500);
  });
});
