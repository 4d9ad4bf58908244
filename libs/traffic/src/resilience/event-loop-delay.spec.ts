import { EventLoopDelay } from './event-loop-delay.js';

const measured = { count: 0, mean: NaN };

jest.mock('node:perf_hooks', () => ({
  ...jest.requireActual<object>('node:perf_hooks'),
  monitorEventLoopDelay: () =>
    Object.defineProperties(
      { enable: () => true, disable: () => true, reset: () => undefined },
      { count: { get: () => measured.count }, mean: { get: () => measured.mean } },
    ),
}));

describe('EventLoopDelay', () => {
  let delay: EventLoopDelay;

  beforeEach(() => {
    jest.useFakeTimers();
    delay = new EventLoopDelay();
    delay.start();
  });

  afterEach(() => {
    delay.stop();
    jest.useRealTimers();
  });

  it.each([
    [90, 410e6, 400],
    [90, 10e6, 0],
  ])('is read once a second: %d measured with a mean of %d ns are %d ms', (count, mean, expected) => {
    Object.assign(measured, { count, mean });
    jest.advanceTimersByTime(999);
    expect(delay.milliseconds).toBe(0);
    jest.advanceTimersByTime(1);
    expect(delay.milliseconds).toBe(expected);
  });

  it('is at least a second if nothing was measured for a second', () => {
    Object.assign(measured, { count: 0, mean: NaN });
    jest.advanceTimersByTime(1_000);
    expect(delay.milliseconds).toBe(1_000);
  });
});
