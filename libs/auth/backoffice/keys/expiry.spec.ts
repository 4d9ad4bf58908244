import { endOf, expiryOf, isInUse, timeLeft } from './expiry';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (distance: number) => new Date(NOW + distance).toISOString();

describe('the expiry of a key', () => {
  it.each([
    [14 * DAY + SECOND, 'later'],
    [14 * DAY, 'soon'],
    [SECOND, 'soon'],
    [0, 'expired'],
    [-300 * DAY, 'expired'],
  ] as const)('%d ms from its end is: %s', (distance, expiry) => {
    expect(expiryOf({ expiresAt: at(distance), isExpired: false }, NOW)).toBe(expiry);
  });

  it('is none without an end', () => {
    expect(expiryOf({ expiresAt: null, isExpired: false }, NOW)).toBe('none');
  });

  it('is what the service says, whatever the clock here says', () => {
    expect(expiryOf({ expiresAt: at(HOUR), isExpired: true }, NOW)).toBe('expired');
  });
});

it.each([
  [7 * DAY - MINUTE, 'in 7 days'],
  [13 * DAY + 23 * HOUR, 'in 14 days'],
  [13 * DAY + 11 * HOUR, 'in 13 days'],
  [2 * DAY, 'in 2 days'],
  [2 * DAY - MINUTE, 'in 2 days'],
  [2 * DAY - HOUR, 'in 47 hours'],
  [2 * HOUR - MINUTE, 'in 2 hours'],
  [HOUR + 29 * MINUTE, 'in 1 hour'],
  [HOUR, 'in 1 hour'],
  [HOUR - SECOND, 'within the hour'],
])('%d ms before its end a key ends %s', (distance, text) => {
  expect(timeLeft(at(distance), NOW)).toBe(text);
});

it.each([
  [null, false],
  [at(0), true],
  [at(-7 * DAY), true],
  [at(-7 * DAY - SECOND), false],
])('a key used at %s is in use: %s', (lastUsedAt, inUse) => {
  expect(isInUse(lastUsedAt, NOW)).toBe(inUse);
});

describe('a choice of an end', () => {
  const now = new Date(2026, 1, 27, 15, 30);

  it.each(['7', '30', '90', '365'] as const)('of %s days is as many days later at the same time', (days) => {
    expect(endOf(days, '', now)).toEqual(new Date(2026, 1, 27 + Number(days), 15, 30));
  });

  it('of a day is its last second where the viewer is', () => {
    expect(endOf('date', '2026-12-31', now)).toEqual(new Date(2026, 11, 31, 23, 59, 59));
  });

  it.each(['', 'tomorrow', '2026-13-01', '2026-12-31T00:00'])('of the day %j is none', (day) => {
    expect(endOf('date', day, now)).toBeUndefined();
  });

  it('may be no end', () => {
    expect(endOf('none', '2026-12-31', now)).toBeNull();
  });
});
