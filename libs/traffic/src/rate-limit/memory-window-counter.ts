import type { WindowCount, WindowCounter } from './window-count.js';

/** Longest time for which expired windows are stored, in milliseconds. */
const MAX_SWEEP_INTERVAL_MS = 60_000;

interface Window {
  count: number;
  resetAt: number;
  /** When the window ends, by a monotonic clock. */
  endsAt: number;
}

/** Counts in this process: one small object per key and window. */
export class MemoryWindowCounter implements WindowCounter {
  private readonly windows = new Map<string, Window>();
  private nextSweep = 0;

  /** @param uptime a monotonic clock, in milliseconds */
  constructor(private readonly uptime: () => number = () => performance.now()) {}

  increment(key: string, windowMs: number): Promise<WindowCount> {
    const now = this.uptime();
    this.sweep(now, windowMs);
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = newWindow(now, windowMs);
      this.windows.set(key, window);
    }
    window.count++;
    return Promise.resolve(stateOf(window, now));
  }

  peek(key: string, windowMs: number): Promise<WindowCount> {
    const now = this.uptime();
    const window = this.windows.get(key);
    const isOpen = window !== undefined && window.endsAt > now;
    return Promise.resolve(stateOf(isOpen ? window : newWindow(now, windowMs), now));
  }

  /** Adopts another counter's count of a key, and continues from it. */
  note(key: string, windowMs: number, { count, resetAt, leftMs }: WindowCount): void {
    const now = this.uptime();
    this.sweep(now, windowMs);
    this.windows.set(key, { count, resetAt, endsAt: now + leftMs });
  }

  /** The number of stored keys. */
  get size(): number {
    return this.windows.size;
  }

  /** Removes expired windows, once per window. */
  private sweep(now: number, windowMs: number): void {
    if (now < this.nextSweep) return;
    this.nextSweep = now + Math.min(windowMs, MAX_SWEEP_INTERVAL_MS);
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key);
  }
}

const newWindow = (now: number, windowMs: number) => ({
  count: 0,
  resetAt: Date.now() + windowMs,
  endsAt: now + windowMs,
});

const stateOf = ({ count, resetAt, endsAt }: Window, now: number) => ({ count, resetAt, leftMs: endsAt - now });
