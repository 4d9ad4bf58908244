/** How many continue at a time, and how often, in milliseconds. */
const AT_A_TIME = 20;
const INTERVAL_MS = 10;

/** How many may wait. */
const MOST_WAITING = 10_000;

/**
 * Lets work of low priority continue, a few pieces at a time. If a turn of the event loop takes long, fewer continue per second,
 * which makes its turns short again.
 */
export class Pacer {
  private readonly waiting: { goOn: () => void; until: number }[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** @param longestWait in milliseconds */
  constructor(private readonly longestWait: number) {}

  /** Calls back when it is the caller's turn, and immediately if too many wait. */
  wait(goOn: () => void): void {
    if (this.waiting.length >= MOST_WAITING) {
      goOn();
      return;
    }
    this.waiting.push({ goOn, until: performance.now() + this.longestWait });
    this.timer ??= setInterval(() => this.goOn(), INTERVAL_MS);
  }

  private goOn(): void {
    const now = performance.now();
    const stays = this.waiting.findIndex(({ until }, position) => position >= AT_A_TIME && until > now);
    const going = this.waiting.splice(0, stays === -1 ? this.waiting.length : stays);
    if (this.waiting.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    for (const { goOn } of going) goOn();
  }
}
