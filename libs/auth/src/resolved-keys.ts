import type { ResolvedPrincipal } from './api-key-resolver.js';

/** What the rate limit needs of a key. */
export type CountedKey = Pick<ResolvedPrincipal, 'countedKeyId' | 'rateLimit'>;

interface KnownKey extends CountedKey {
  until: number;
}

/**
 * The keys that this instance has resolved, each for one window of the rate limit. They grant nothing. During an outage of the database, a request with one
 * of them still counts for that key; a request with any other value counts for the client's address.
 */
export class ResolvedKeys {
  private readonly keys = new Map<string, KnownKey>();
  private nextSweep = 0;

  /**
   * @param windowMs length of a window, in milliseconds
   * @param uptime a monotonic clock, in milliseconds
   */
  constructor(
    private readonly windowMs: number,
    private readonly uptime: () => number = () => performance.now(),
  ) {}

  /** @param hash of the key */
  note(hash: string, { countedKeyId, rateLimit }: CountedKey): void {
    const now = this.uptime();
    const known = this.keys.get(hash);
    if (known !== undefined && known.until > now) {
      known.rateLimit = rateLimit;
      return;
    }
    this.sweep(now);
    this.keys.set(hash, { countedKeyId, rateLimit, until: now + this.windowMs });
  }

  /** @returns a key that was resolved in the current window */
  find(hash: string): CountedKey | undefined {
    const known = this.keys.get(hash);
    return known !== undefined && known.until > this.uptime() ? known : undefined;
  }

  /** Number of stored keys. */
  get size(): number {
    return this.keys.size;
  }

  /** Deletes the keys whose window is over, once per window. */
  private sweep(now: number): void {
    if (now < this.nextSweep) return;
    this.nextSweep = now + this.windowMs;
    for (const [hash, { until }] of this.keys) if (until <= now) this.keys.delete(hash);
  }
}
