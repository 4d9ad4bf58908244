import { endOfDay, startOfDay, toDateInput } from './days';

describe('days', () => {
  it('begin and end at their midnight', () => {
    expect(startOfDay('2026-03-29')).toBe(new Date(2026, 2, 29).toISOString());
    expect(endOfDay('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString());
  });

  it('toDateInput returns the picked day', () => {
    for (const day of ['2026-01-01', '2026-02-28', '2026-10-25', '2026-12-31']) {
      expect(toDateInput(startOfDay(day))).toBe(day);
      expect(toDateInput(endOfDay(day), -1)).toBe(day);
    }
  });

  it('are empty for invalid input', () => {
    expect(startOfDay('')).toBeUndefined();
    expect(toDateInput(undefined)).toBe('');
    expect(toDateInput('nonsense')).toBe('');
  });
});
