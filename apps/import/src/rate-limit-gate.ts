import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimit, retryAfterMs } from './response-headers.js';

const MIN_WAIT_AFTER_REFUSAL_MS = 1000;
/** Timers cannot run for more than 24.8 days, and a sleeping machine stops them: look at the clock now and then. */
const LONGEST_SLEEP_MS = 60_000;

/**
 * Decides when the next request may go, by what the last answers said about the rate limit: never more requests under way
 * than the window has left, and none until it ends once it has none left.
 */
export class RateLimitGate {
  private readonly exits = new EventEmitter().setMaxListeners(0);
  private underWay = 0;
  private remaining = Infinity;
  /** X-RateLimit-Reset of the window that `remaining` is about. */
  private window = 0;
  /** When that window ends, in Unix milliseconds of the local clock. */
  private windowEnd = 0;

  /** @param onWait told whenever a request has to wait, with the end of the wait in Unix milliseconds */
  constructor(private readonly onWait: (until: number) => void) {}

  /** Resolves when a request may be sent; `leave` must follow. Rejects when `signal` aborts. */
  async enter(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const wait = this.windowEnd - Date.now();
      // How much a new window holds is known by its first answer.
      if (wait <= 0) this.remaining = Infinity;
      if (this.underWay < this.remaining) break;
      if (this.remaining > 0) {
        await once(this.exits, 'exit', { signal });
      } else {
        this.onWait(this.windowEnd);
        await sleep(Math.min(wait, LONGEST_SLEEP_MS), undefined, { signal });
      }
    }
    this.underWay += 1;
  }

  /** A request that entered is over: with an answer, or without one. */
  leave(answer?: { status: number; headers: Headers }): void {
    this.underWay -= 1;
    if (answer) this.learn(answer.status, answer.headers);
    this.exits.emit('exit');
  }

  private learn(status: number, headers: Headers): void {
    const limit = rateLimit(headers);
    if (status === 429) {
      const wait = Math.max(MIN_WAIT_AFTER_REFUSAL_MS, retryAfterMs(headers) ?? limit?.resetInMs ?? 0);
      this.remaining = 0;
      this.window = Math.max(this.window, limit?.reset ?? 0);
      this.windowEnd = Math.max(this.windowEnd, Date.now() + wait);
    } else if (!limit || limit.reset < this.window) {
      return;
    } else if (limit.reset > this.window) {
      this.remaining = limit.remaining;
      this.window = limit.reset;
      this.windowEnd = Date.now() + limit.resetInMs;
    } else {
      // Answers overtake each other: the lowest count of a window is the latest.
      this.remaining = Math.min(this.remaining, limit.remaining);
    }
  }
}
