import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimit, retryAfterMs } from './response-headers.js';

const MIN_WAIT_AFTER_REJECTION_MS = 1000;
/** Timers run for 24.8 days at most, and stop while the machine sleeps, so the clock is checked at intervals. */
const LONGEST_SLEEP_MS = 60_000;

/**
 * Decides when the next request may be sent, by the rate-limit headers of the last responses: never more requests in flight
 * than the window has left, and none until it ends once it has none left.
 */
export class RateLimitGate {
  private readonly exits = new EventEmitter().setMaxListeners(0);
  private inFlight = 0;
  private remaining = Infinity;
  /** X-RateLimit-Reset of the window of `remaining`. */
  private window = 0;
  /** When that window ends, in Unix milliseconds of the local clock. */
  private windowEnd = 0;

  /** @param onWait called whenever a request must wait, with the end of the wait in Unix milliseconds */
  constructor(private readonly onWait: (until: number) => void) {}

  /** Resolves when a request may be sent; `leave` must follow. Rejects when `signal` aborts. */
  async enter(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const wait = this.windowEnd - Date.now();
      // The first response of a new window shows its limit.
      if (wait <= 0) this.remaining = Infinity;
      if (this.inFlight < this.remaining) break;
      if (this.remaining > 0) {
        await once(this.exits, 'exit', { signal });
      } else {
        this.onWait(this.windowEnd);
        await sleep(Math.min(wait, LONGEST_SLEEP_MS), undefined, { signal });
      }
    }
    this.inFlight += 1;
  }

  /** An admitted request has finished, with or without a response. */
  leave(response?: { status: number; headers: Headers }): void {
    this.inFlight -= 1;
    if (response) this.learn(response.status, response.headers);
    this.exits.emit('exit');
  }

  private learn(status: number, headers: Headers): void {
    const limit = rateLimit(headers);
    if (status === 429) {
      const wait = Math.max(MIN_WAIT_AFTER_REJECTION_MS, retryAfterMs(headers) ?? limit?.resetInMs ?? 0);
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
      // Responses overtake each other: the lowest count of a window is the latest.
      this.remaining = Math.min(this.remaining, limit.remaining);
    }
  }
}
