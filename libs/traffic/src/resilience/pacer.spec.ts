import { Pacer } from './pacer.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Lets many callers wait. @returns those that continued, in their order */
function waiting(pace: Pacer, count: number): number[] {
  const wentOn: number[] = [];
  for (let number = 0; number < count; number++) pace.wait(() => wentOn.push(number));
  return wentOn;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('Pacer', () => {
  it('continues a few callers at a time, in their order, and has no timer once none waits', () => {
    const wentOn = waiting(new Pacer(1_000), 50);
    expect(wentOn).toEqual([]);
    jest.advanceTimersByTime(10);
    expect(wentOn).toEqual(numbers(20));
    jest.advanceTimersByTime(20);
    expect(wentOn).toEqual(numbers(50));
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([1_000, 200])('continues many callers in equal shares, none later than its limit: %d ms', (longest) => {
    const wentOn = waiting(new Pacer(longest), 9_000);
    jest.advanceTimersByTime(10);
    expect(wentOn).toHaveLength((9_000 * 10) / longest);
    jest.advanceTimersByTime(longest - 10);
    expect(wentOn).toEqual(numbers(9_000));
  });

  it('continues callers after twice its limit if each interval takes five times as long', () => {
    const wentOn = waiting(new Pacer(1_000), 9_000);
    const now = jest.spyOn(performance, 'now');
    for (let at = 50; at <= 2_000; at += 50) {
      now.mockReturnValue(at);
      jest.advanceTimersByTime(10);
    }
    now.mockRestore();
    expect(wentOn).toEqual(numbers(9_000));
  });

  it('also continues callers that arrive while others continue', () => {
    const pace = new Pacer(1_000);
    const later = jest.fn();
    pace.wait(() => pace.wait(later));
    jest.advanceTimersByTime(10);
    expect(later).not.toHaveBeenCalled();
    jest.advanceTimersByTime(10);
    expect(later).toHaveBeenCalledTimes(1);
  });
});
