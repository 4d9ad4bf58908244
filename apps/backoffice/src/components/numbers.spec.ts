import { formatDay, formatDuration, formatPercentage, formatShare, formatTwoDecimals } from './numbers';

describe('numbers for people', () => {
  it.each([
    [0, '0 s'],
    [4_249, '4.2 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min 0 s'],
    [65_000, '1 min 5 s'],
    [3_599_400, '59 min 59 s'],
    [3_599_500, '1 h 0 min'],
    [7_380_000, '2 h 3 min'],
    [2_147_483_647, '596 h 31 min'],
  ])('says %d ms as %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));

  it('gives shares one decimal and percentages two', () => {
    expect(formatShare(2, 3)).toBe('66.7%');
    expect(formatShare(0, 0)).toBe('–');
    expect(formatPercentage(66.67)).toBe('66.67%');
    expect(formatPercentage(100)).toBe('100%');
  });

  it('gives correlations two decimals, and zero no sign', () => {
    expect(formatTwoDecimals(-0.001)).toBe('0.00');
    expect(formatTwoDecimals(-0.126)).toBe('-0.13');
  });

  it('names days of UTC wherever the viewer is', () => expect(formatDay('2026-11-01')).toBe('Nov 1'));
});
