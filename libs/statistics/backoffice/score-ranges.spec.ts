import { mergePairs, nameOfRange, rangeOf } from './score-ranges';

const twenty = Array.from({ length: 20 }, (_, index) => ({ from: 5 * index, to: 5 * index + 5, attempts: index }));

describe('score ranges', () => {
  it('are merged in pairs without losing an attempt', () => {
    const ten = mergePairs(twenty);
    expect(ten).toHaveLength(10);
    expect(ten[0]).toEqual({ from: 0, to: 10, attempts: 1 });
    expect(ten[9]).toEqual({ from: 90, to: 100, attempts: 37 });
  });

  it.each([
    [0, 0, 'start'],
    [70, 14, 'start'],
    [72, 14, 'middle'],
    [100, 19, 'end'],
  ])('have %i%% in range %i, at its %s', (percentage, index, position) => {
    expect(rangeOf(twenty, percentage)).toEqual({ row: twenty[index], position });
  });

  it('are named by their bounds', () => {
    expect(nameOfRange({ from: 70, to: 80, attempts: 0 })).toBe('70–79%');
    expect(nameOfRange({ from: 95, to: 100, attempts: 0 })).toBe('95–100%');
  });
});
