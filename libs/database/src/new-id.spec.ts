import { validate, version } from 'uuid';
import { newId } from './new-id.js';

describe('newId', () => {
  it('creates different UUIDs of version 7 in ascending order', () => {
    const from = Date.now();
    const ids = Array.from({ length: 5_000 }, newId);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(new Set(ids).size).toBe(5_000);
    expect(ids.toSorted()).toEqual(ids);
    const made = parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16);
    expect(made - from).toBeGreaterThanOrEqual(0);
    expect(Date.now() - made).toBeGreaterThanOrEqual(0);
  });

  it('keeps the order when the clock is set back', () => {
    const before = newId();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
    const after = newId();
    jest.restoreAllMocks();
    expect([after, before].toSorted()).toEqual([before, after]);
  });

  it('has random bits in each id, even if many are created at the same time', () => {
    // The last 40 bits: among a thousand ids, two are equal only once in two million runs.
    const tails = Array.from({ length: 1_000 }, () => newId().slice(-10));
    expect(new Set(tails).size).toBe(1_000);
  });
});
