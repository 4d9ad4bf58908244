// The headers of part 8 of the specification, and the same values in the fields of draft-ietf-httpapi-ratelimit-headers-10.
import type { CountRecord } from './throttler-storage.js';

/** A limit as `RateLimit-Policy` shows it. */
export interface Policy {
  /** A string of structured fields (RFC 9651), with its quotes. */
  readonly name: string;
  readonly field: string;
}

/**
 * @param name of the window
 * @param limit requests per window
 * @param ttl length of the window in milliseconds
 */
export function policyOf(name: string, limit: number, ttl: number): Policy {
  const quoted = `"${name.replaceAll(/[^ !#-[\]-~]/g, '_')}"`;
  return { name: quoted, field: `${quoted};q=${limit};w=${Math.ceil(ttl / 1000)}` };
}

/** Requests left in the window. */
export const remainingOf = ({ limit, totalHits }: CountRecord) => Math.max(0, limit - totalHits);

/** The headers of a response whose request was counted so. */
export function rateLimitHeaders(record: CountRecord, { name, field }: Policy): Record<string, string | number> {
  const { resetAt, limit, timeToExpire } = record;
  const remaining = remainingOf(record);
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(resetAt / 1000),
    'ratelimit-policy': field,
    ratelimit: `${name};r=${remaining};t=${timeToExpire}`,
  };
}
