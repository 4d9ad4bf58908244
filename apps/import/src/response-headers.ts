export interface RateLimit {
  /** Requests left in the window. */
  remaining: number;
  /** When the window ends, in Unix seconds of the service's clock: also what tells one window from the next. */
  reset: number;
  /** Milliseconds from the answer to the end of the window. */
  resetInMs: number;
}

/** What the X-RateLimit headers say, or undefined where they are missing or no numbers. */
export function rateLimit(headers: Headers): RateLimit | undefined {
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  const reset = wholeNumber(headers.get('x-ratelimit-reset'));
  if (remaining === undefined || reset === undefined) return undefined;
  return { remaining, reset, resetInMs: reset * 1000 - serviceTime(headers) };
}

/** Milliseconds that Retry-After (seconds or a date) asks to wait, or undefined where it is missing or neither. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  const seconds = wholeNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(value ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - serviceTime(headers));
}

/** The service's clock in Unix milliseconds, since the local one may be off. Date has whole seconds: up to 1 s behind. */
function serviceTime(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

function wholeNumber(value: string | null): number | undefined {
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}
