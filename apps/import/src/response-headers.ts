export interface RateLimit {
  /** Requests left in the window. */
  remaining: number;
  /** When the window ends, in Unix seconds of the service's clock. It also identifies the window. */
  reset: number;
  /** Milliseconds from the response to the end of the window. */
  resetInMs: number;
}

/** The X-RateLimit headers; undefined if they are missing or not numbers. */
export function rateLimit(headers: Headers): RateLimit | undefined {
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  const reset = wholeNumber(headers.get('x-ratelimit-reset'));
  if (remaining === undefined || reset === undefined) return undefined;
  return { remaining, reset, resetInMs: reset * 1000 - serviceTime(headers) };
}

/** Milliseconds of Retry-After (seconds or a date); undefined if it is missing or neither. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  const seconds = wholeNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(value ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - serviceTime(headers));
}

/** The service's clock in Unix milliseconds, because the local one may differ. Date has whole seconds, so it is up to 1 s behind. */
function serviceTime(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

function wholeNumber(value: string | null): number | undefined {
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}
