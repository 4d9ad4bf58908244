/** This many requests are always admitted: they use few resources, and some may wait for a lock instead of for the service. */
export const MIN_LIMIT = 100;

/** Growth of the limit per window without overload. */
const GROWTH = 1.1;

/**
 * Limits concurrent requests by their expected wait. By Little's law a new request waits until as many requests have finished as are in
 * flight now. So the limit is the number that finishes in a window as long as the longest wait.
 *
 * That number is the service's capacity only under overload; otherwise it is the demand. As in CoDel (RFC 8289), the fewest requests in
 * flight during a window tell the difference: a burst drains, and a queue that stays is overload.
 */
export class ConcurrencyLimit {
  private limit = Infinity;
  private inFlight = 0;
  private windowStart: number;
  private fewestInFlight = 0;
  private finished = 0;

  /**
   * @param maxWait in milliseconds
   * @param now a monotonic clock, in milliseconds
   */
  constructor(
    private readonly maxWait: number,
    private readonly now = () => performance.now(),
  ) {
    this.windowStart = now();
  }

  /** Requests in flight. */
  get count(): number {
    return this.inFlight;
  }

  /** Whether the expected wait of one more request is too long. */
  isReached(): boolean {
    this.adjust();
    return this.inFlight >= this.limit;
  }

  begin(): void {
    this.inFlight++;
  }

  /** @param isFinished false if the request was rejected, failed or was abandoned, which says nothing about the capacity */
  end(isFinished: boolean): void {
    this.inFlight--;
    this.fewestInFlight = Math.min(this.fewestInFlight, this.inFlight);
    if (isFinished) this.finished++;
  }

  /** Sets the limit at the end of a window. Windows without requests count as one long window. */
  private adjust(): void {
    const windows = (this.now() - this.windowStart) / this.maxWait;
    if (windows < 1) return;
    const finished = this.finished / windows;
    this.limit =
      this.fewestInFlight > finished
        ? Math.max(finished, MIN_LIMIT)
        : Math.max(finished, this.limit) * GROWTH ** windows;
    this.windowStart = this.now();
    this.fewestInFlight = this.inFlight;
    this.finished = 0;
  }
}
