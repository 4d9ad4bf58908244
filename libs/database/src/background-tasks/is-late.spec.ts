import { isLate, type TaskTimes } from './is-late.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = new Date('2026-01-01T00:00:00.000Z');

const after = (ms: number) => new Date(START.getTime() + ms);

/** A task that instances report since the start, and that has never ended. */
const task = (times: Partial<TaskTimes> = {}): TaskTimes => ({
  intervalMs: 1_000,
  observedSince: START,
  lastSucceededAt: null,
  lastFailedAt: null,
  lastProgressedAt: null,
  ...times,
});

/** The first time that a task is late, if nothing happens any more, in milliseconds after the start. */
function lateAfter(times: Partial<TaskTimes>): number {
  jest.useFakeTimers({ now: START });
  try {
    while (!isLate(task(times), new Date())) jest.advanceTimersByTime(MINUTE_MS);
    return Date.now() - START.getTime();
  } finally {
    jest.useRealTimers();
  }
}

describe('isLate', () => {
  it('a task with a short interval: after 15 minutes without a success', () => {
    expect(isLate(task(), after(15 * MINUTE_MS))).toBe(false);
    expect(isLate(task(), after(15 * MINUTE_MS + 1))).toBe(true);
    expect(lateAfter({ intervalMs: 5 * MINUTE_MS })).toBe(16 * MINUTE_MS);
  });

  it('a task with a long interval: after three intervals', () => {
    expect(isLate(task({ intervalMs: HOUR_MS }), after(3 * HOUR_MS))).toBe(false);
    expect(isLate(task({ intervalMs: HOUR_MS }), after(3 * HOUR_MS + 1))).toBe(true);
    expect(lateAfter({ intervalMs: HOUR_MS })).toBe(3 * HOUR_MS + MINUTE_MS);
  });

  it('counts from the last success', () => {
    expect(lateAfter({ lastSucceededAt: after(10 * MINUTE_MS) })).toBe(26 * MINUTE_MS);
  });

  it('counts from the first report after a break, whatever happened before', () => {
    const before = after(-7 * 24 * HOUR_MS);
    expect(lateAfter({ lastSucceededAt: before, lastFailedAt: before, lastProgressedAt: before })).toBe(16 * MINUTE_MS);
  });

  it('a failure neither makes a task late nor keeps it from being late', () => {
    expect(isLate(task({ lastFailedAt: after(MINUTE_MS) }), after(2 * MINUTE_MS))).toBe(false);
    expect(lateAfter({ lastFailedAt: after(10 * MINUTE_MS) })).toBe(16 * MINUTE_MS);
    expect(lateAfter({ lastSucceededAt: after(MINUTE_MS), lastFailedAt: after(MINUTE_MS) })).toBe(17 * MINUTE_MS);
  });

  it('counts from the last progress of a long run that has not failed since', () => {
    const lastProgressedAt = after(HOUR_MS);
    expect(lateAfter({ lastProgressedAt })).toBe(76 * MINUTE_MS);
    expect(lateAfter({ lastProgressedAt, lastFailedAt: after(HOUR_MS - 1) })).toBe(76 * MINUTE_MS);
    expect(lateAfter({ lastProgressedAt, lastFailedAt: after(HOUR_MS) })).toBe(16 * MINUTE_MS);
  });
});
