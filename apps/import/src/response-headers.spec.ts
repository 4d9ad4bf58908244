import { rateLimit, retryAfterMs } from './response-headers.js';

const DATE = 'Tue, 03 Nov 2026 10:00:00 GMT';
const SECONDS = Date.parse(DATE) / 1000;

function limited(headers: Record<string, string>) {
  return rateLimit(
    new Headers({ 'X-RateLimit-Remaining': '7', 'X-RateLimit-Reset': String(SECONDS + 42), ...headers }),
  );
}

describe('rateLimit', () => {
  it("measures the window by the service's clock, independent of the local one", () => {
    expect(limited({ Date: DATE })).toEqual({ remaining: 7, reset: SECONDS + 42, resetInMs: 42_000 });
  });

  it('measures it by the local clock if the service sends no Date', () => {
    jest.useFakeTimers({ now: (SECONDS + 2) * 1000 });
    expect(limited({})).toEqual({ remaining: 7, reset: SECONDS + 42, resetInMs: 40_000 });
    jest.useRealTimers();
  });

  it('is undefined without both numbers', () => {
    expect(rateLimit(new Headers())).toBeUndefined();
    expect(limited({ 'X-RateLimit-Remaining': 'many' })).toBeUndefined();
    expect(limited({ 'X-RateLimit-Reset': '' })).toBeUndefined();
  });
});

describe('retryAfterMs', () => {
  it.each([
    ['42', 42_000],
    ['0', 0],
    ['Tue, 03 Nov 2026 10:00:05 GMT', 5000],
    ['Tue, 03 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
  ])('of %j is %p', (value, milliseconds) => {
    expect(retryAfterMs(new Headers({ 'Retry-After': value, Date: DATE }))).toBe(milliseconds);
  });

  it('is undefined without the header', () => {
    expect(retryAfterMs(new Headers())).toBeUndefined();
  });
});
