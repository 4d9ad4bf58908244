/** How many continue at a time at least, and how often, in milliseconds. */
const AT_A_TIME = 20;
const INTERVAL_MS = 10;

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

  /** @param longestWait in milliseconds, unless the event loop lags */
  constructor(longestWait: number) {
    this.maxIntervals = longestWait / INTERVAL_MS;
  }

  /** Calls back when it is the caller's turn. */
  wait(resume: () => void): void {
    this.waiting.push({ resume, until: this.intervals + this.maxIntervals });
    this.timer ??= setInterval(() => this.resumeNext(), INTERVAL_MS);
  }

  private resumeNext(): void {
    this.intervals++;
    // Thousands that wait would block the event loop if all continued at the end of their wait.
    const count = Math.max(AT_A_TIME, this.waiting.length / this.maxIntervals);
    const stays = this.waiting.findIndex(({ until }, position) => position >= count && until > this.intervals);
    const resumed = this.waiting.splice(0, stays === -1 ? this.waiting.length : stays);
    if (this.waiting.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    for (const { resume } of resumed) resume();
  }
}
