import { RateLimitGate } from './rate-limit-gate.js';

// Jest's fake clock replaces the global timers only.
jest.mock('node:timers/promises', () => ({
  setTimeout: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}));

const NOW = Date.parse('2026-11-03T10:00:00Z');
const { signal } = new AbortController();

function answer(status: number, remaining: number, resetInSeconds: number, more: Record<string, string> = {}) {
  const reset = String(Date.now() / 1000 + resetInSeconds);
  return {
    status,
    headers: new Headers({ 'X-RateLimit-Remaining': String(remaining), 'X-RateLimit-Reset': reset, ...more }),
  };
}

describe('RateLimitGate', () => {
  const waits: number[] = [];
  let gate: RateLimitGate;
  let entered: number;

  /** Starts requests, and counts those that may be sent. */
  async function come(requests: number): Promise<void> {
    for (let request = 0; request < requests; request += 1) void gate.enter(signal).then(() => (entered += 1));
    await pass(0);
  }

  const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);

  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
    waits.length = 0;
    entered = 0;
    gate = new RateLimitGate((until) => waits.push((until - NOW) / 1000));
  });

  afterEach(() => jest.useRealTimers());

  it('admits every request until it knows a limit', async () => {
    await come(100);
    expect(entered).toBe(100);
  });

  it('closes when nothing remains and opens when the window ends', async () => {
    await come(1);
    gate.leave(answer(201, 0, 42));
    await come(2);
    expect(waits).toEqual([42, 42]);
    await pass(41.9);
    expect(entered).toBe(1);
    await pass(0.1);
    expect(entered).toBe(3);
  });

  it('has no more requests in flight than remain', async () => {
    await come(1);
    gate.leave(answer(201, 2, 42));
    await come(4);
    expect(entered).toBe(3);
    gate.leave(answer(201, 1, 42));
    await pass(0);
    expect(entered).toBe(3);
    gate.leave(answer(201, 0, 42));
    await pass(41);
    expect(entered).toBe(3);
    await pass(1);
    expect(entered).toBe(5);
  });

  it('ignores a response that a later one has overtaken', async () => {
    await come(3);
    gate.leave(answer(201, 0, 42));
    gate.leave(answer(201, 1, 42));
    gate.leave(answer(201, 50, 41));
    await come(1);
    expect(entered).toBe(3);
  });

  it('learns the new window from its first response', async () => {
    await come(1);
    gate.leave(answer(201, 0, 42));
    await pass(42);
    await come(1);
    gate.leave(answer(201, 1, 60));
    await come(2);
    expect(entered).toBe(3);
  });

  it('waits as long as a rejection requires', async () => {
    await come(2);
    gate.leave(answer(429, 0, 9, { 'Retry-After': '10' }));
    gate.leave(answer(201, 0, 9));
    await come(1);
    expect(waits).toEqual([10]);
    await pass(9.9);
    expect(entered).toBe(2);
    await pass(0.1);
    expect(entered).toBe(3);
  });

  it('waits a second after a rejection without a time', async () => {
    await come(1);
    gate.leave({ status: 429, headers: new Headers() });
    await come(1);
    expect(waits).toEqual([1]);
  });

  it('supports windows longer than a timer can run', async () => {
    const days = 24 * 3600;
    await come(1);
    gate.leave(answer(429, 0, 30 * days, { 'Retry-After': String(30 * days) }));
    await come(1);
    await pass(120);
    expect(entered).toBe(1);
  });

  it('stops waiting if it is aborted', async () => {
    const interrupt = new AbortController();
    await come(1);
    gate.leave(answer(201, 1, 42));
    await come(1);
    const waiting = gate.enter(interrupt.signal);
    interrupt.abort(new Error('interrupted'));
    await expect(waiting).rejects.toThrow();
    await expect(gate.enter(interrupt.signal)).rejects.toThrow('interrupted');
  });

  it('counts a request without a response as finished', async () => {
    await come(1);
    gate.leave(answer(201, 1, 42));
    await come(2);
    expect(entered).toBe(2);
    gate.leave();
    await pass(0);
    expect(entered).toBe(3);
  });
});
