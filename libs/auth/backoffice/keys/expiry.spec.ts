import { formatTime } from '#libs/backoffice-ui/format-time.ts';
import { endOf, endsBefore, expiryOf, isInUse, problemOfExpiry, timeLeft } from './expiry';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (distance: number) => new Date(NOW + distance).toISOString();

describe('expiryOf', () => {
  it.each([
    [14 * DAY + SECOND, 'later'],
    [14 * DAY, 'soon'],
    [SECOND, 'soon'],
    [0, 'expired'],
    [-300 * DAY, 'expired'],
  ] as const)('of a key %d ms before its expiry is: %s', (distance, expiry) => {
    expect(expiryOf({ expiresAt: at(distance), isExpired: false }, NOW)).toBe(expiry);
  });

  it('is none for a key without an expiry', () => {
    expect(expiryOf({ expiresAt: null, isExpired: false }, NOW)).toBe('none');
  });

  it("is the service's, even if the local clock differs", () => {
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
])('timeLeft: %d ms are %s', (distance, text) => {
  expect(timeLeft(at(distance), NOW)).toBe(text);
});

it.each([
  [null, false],
  [at(0), true],
  [at(-7 * DAY), true],
  [at(-7 * DAY - SECOND), false],
])('isInUse: a key used at %s: %s', (lastUsedAt, inUse) => {
  expect(isInUse(lastUsedAt, NOW)).toBe(inUse);
});

describe('endsBefore: a choice of an expiry', () => {
  const now = new Date(2026, 1, 20, 15, 30);

  it.each([
    ['1h', new Date(2026, 1, 20, 16, 31), true],
    ['1h', new Date(2026, 1, 20, 16, 30), false],
    ['7', new Date(2026, 1, 27, 15, 31), true],
    ['7', new Date(2026, 1, 27, 15, 30), false],
    ['30', new Date(2026, 1, 27, 15, 31), false],
    ['date', new Date(2026, 1, 21), true],
    ['date', new Date(2026, 1, 20, 23), false],
    ['none', new Date(2036, 1, 1), false],
  ] as const)('%s can end a key before %s: %s', (choice, end, possible) => {
    expect(endsBefore(choice, end, now)).toBe(possible);
  });
});

describe('endOf: a choice of an expiry', () => {
  const now = new Date(2026, 1, 27, 15, 30);

  it.each([
    ['1h', HOUR],
    ['24h', DAY],
  ] as const)('of %s is that much later', (choice, distance) => {
    expect(endOf({ choice, day: '' }, now)).toEqual(new Date(now.getTime() + distance));
  });

  it.each(['7', '30', '90', '365'] as const)('of %s days is that many days later at the same time', (days) => {
    expect(endOf({ choice: days, day: '' }, now)).toEqual(new Date(2026, 1, 27 + Number(days), 15, 30));
  });

  it("of a day is its last second in the viewer's time zone", () => {
    expect(endOf({ choice: 'date', day: '2026-12-31' }, now)).toEqual(new Date(2026, 11, 31, 23, 59, 59));
  });

  it.each(['', 'tomorrow', '2026-13-01', '2026-12-31T00:00'])('of the invalid day %j is undefined', (day) => {
    expect(endOf({ choice: 'date', day }, now)).toBeUndefined();
  });

  it('may be none', () => {
    expect(endOf({ choice: 'none', day: '2026-12-31' }, now)).toBeNull();
  });

  it('may be that of the key', () => {
    expect(endOf({ choice: 'keep', day: '2026-12-31' }, now)).toBeUndefined();
  });
});

describe('problemOfExpiry: a choice of an expiry', () => {
  const now = new Date(2026, 1, 20, 15, 30);
  const latest = new Date(2026, 1, 27, 12).toISOString();

  it.each([
    ['date', '', null, 'Choose the last day on which the key works'],
    ['date', '2026-02-19', null, 'Choose a day that is not over yet'],
    ['date', '2026-02-20', null, undefined],
    ['date', '2026-02-26', latest, undefined],
    ['date', '2026-02-27', latest, `Choose a day before ${formatTime(latest)}`],
    ['none', '', latest, undefined],
  ] as const)('%s %j, before %j: %s', (choice, day, end, problem) => {
    expect(problemOfExpiry({ choice, day }, end, now)).toBe(problem);
  });
});
