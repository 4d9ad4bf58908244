/** How many continue at a time at least, and how often, in milliseconds. */
const AT_A_TIME = 20;
const INTERVAL_MS = 10;

/** How many times as long as its limit a wait becomes at most while the event loop lags. Clients would wait for many seconds without it. */
const MAX_LAG_FACTOR = 2;

/**
 * Lets work of low priority continue, a few pieces at a time. If a turn of the event loop takes long, fewer continue per second,
 * which makes its turns short again.
 */
export class Pacer {
  private readonly waiting: { resume: () => void; until: number }[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The intervals so far. They take longer while the event loop lags. */
  private intervals = 0;
  private readonly maxIntervals: number;
  /** When the last interval ended, by `performance.now()`. */
  private endedAt = 0;

  /** @param longestWait in milliseconds; up to twice as long while the event loop lags */
  constructor(longestWait: number) {
    this.maxIntervals = longestWait / INTERVAL_MS;
  }

  /** Calls back when it is the caller's turn. */
  wait(resume: () => void): void {
    this.waiting.push({ resume, until: this.intervals + this.maxIntervals });
    if (this.timer !== undefined) return;
    this.endedAt = performance.now();
    this.timer = setInterval(() => this.resumeNext(), INTERVAL_MS);
  }

  private resumeNext(): void {
    const now = performance.now();
    const intervals = Math.max(1, (now - this.endedAt) / INTERVAL_MS / MAX_LAG_FACTOR);
    this.endedAt = now;
    this.intervals += intervals;
    // Thousands that wait would block the event loop if all continued at the end of their wait.
    const count = Math.max(AT_A_TIME, (this.waiting.length * intervals) / this.maxIntervals);
    const stays = this.waiting.findIndex(({ until }, position) => position >= count && until > this.intervals);
    const resumed = this.waiting.splice(0, stays === -1 ? this.waiting.length : stays);
    if (this.waiting.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    for (const { resume } of resumed) resume();
  }
}
