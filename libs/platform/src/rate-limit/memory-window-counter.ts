import type { WindowCount, WindowCounter } from './window-count.js';

/** Counts in this process: one small object per key and window. */
export class MemoryWindowCounter implements WindowCounter {
  private readonly windows = new Map<string, WindowCount>();
  private nextSweep = 0;

  constructor(private readonly now: () => number = Date.now) {}

  increment(key: string, windowMs: number): Promise<WindowCount> {
    const now = this.now();
    this.sweep(now, windowMs);
    let window = this.windows.get(key);
    if (window === undefined || window.resetAt <= now) {
      window = { count: 0, resetAt: now + windowMs };
      this.windows.set(key, window);
    }
    window.count++;
    return Promise.resolve({ ...window });
  }

  peek(key: string, windowMs: number): Promise<WindowCount> {
    const now = this.now();
    const window = this.windows.get(key);
    const isOpen = window !== undefined && window.resetAt > now;
    return Promise.resolve(isOpen ? { ...window } : { count: 0, resetAt: now + windowMs });
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.windows.size;
  }

  /** Forgets the windows that are over, once per window. */
  private sweep(now: number, windowMs: number): void {
    if (now < this.nextSweep) return;
    this.nextSweep = now + windowMs;
    for (const [key, { resetAt }] of this.windows) if (resetAt <= now) this.windows.delete(key);
  }
}
