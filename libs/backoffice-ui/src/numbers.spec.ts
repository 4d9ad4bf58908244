import { formatDay, formatDuration, formatPercentage, formatShare, formatTwoDecimals } from './numbers';

// Tests run in any locale.
const local = (value: number) => value.toLocaleString();

describe('formats of numbers', () => {
  it.each([
    [0, '0 s'],
    [4_249, `${local(4.2)} s`],
    [59_949, `${local(59.9)} s`],
    [59_950, '1 min 0 s'],
    [65_000, '1 min 5 s'],
    [3_599_400, '59 min 59 s'],
    [3_599_500, '1 h 0 min'],
    [7_380_000, '2 h 3 min'],
    [2_147_483_647, '596 h 31 min'],
  ])('says %d ms as %s', (milliseconds, text) =>
    expect(formatDuration(milliseconds).replaceAll('\u00a0', ' ')).toBe(text),
  );

  it('formats shares with one decimal and percentages with two, also if they are zero', () => {
    const decimals = (value: number, digits: number) =>
      value.toLocaleString(undefined, { minimumFractionDigits: digits });
    expect(formatShare(2, 3)).toContain(local(66.7));
    expect(formatShare(1, 2)).toContain(decimals(50, 1));
    expect(formatShare(0, 0)).toBe('–');
    expect(formatPercentage(66.67)).toContain(local(66.67));
    expect(formatPercentage(100)).toContain(decimals(100, 2));
  });

  it('formats correlations with two decimals, and zero without a sign', () => {
    expect(formatTwoDecimals(-0.001)).toMatch(/^0.00$/);
    expect(formatTwoDecimals(-0.126)).toBe(local(-0.13).replace('-', '−'));
  });

  it('names UTC days in every time zone', () => {
    expect(formatDay('2026-11-01')).toMatch(/\b1\b/);
    expect(formatDay('2026-11-30')).toMatch(/\b30\b/);
  });
});
