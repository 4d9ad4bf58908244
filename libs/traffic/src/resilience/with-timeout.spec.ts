import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from './with-timeout.js';

describe('withTimeout', () => {
  it('returns a result or an error that arrives in time', async () => {
    expect(await withTimeout(10_000, sleep(1, 'answer'))).toBe('answer');
    await expect(withTimeout(10_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('throws TimeoutError otherwise', async () => {
    await expect(withTimeout(5, new Promise(() => undefined))).rejects.toThrow('no answer within 5 ms');
  });

  it('does not count time in which this process was busy', async () => {
    let arrive: (answer: string) => void = () => undefined;
    const answer = withTimeout(20, new Promise<string>((resolve) => (arrive = resolve)));
    setImmediate(() => {
      const until = performance.now() + 100;
      while (performance.now() < until);
      // Data that arrived in the meantime are read after the timers have run.
      setImmediate(arrive, 'answer');
    });
    expect(await answer).toBe('answer');
  });
});
