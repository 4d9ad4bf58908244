import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from './with-timeout.js';

describe('within', () => {
  it('gives what comes in time, and what it fails with', async () => {
    expect(await withTimeout(10_000, sleep(1, 'answer'))).toBe('answer');
    await expect(withTimeout(10_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('gives up on what does not', async () => {
    await expect(withTimeout(5, new Promise(() => undefined))).rejects.toThrow('no answer within 5 ms');
  });

  it('does not count a time in which this process was busy', async () => {
    let arrive: (answer: string) => void = () => undefined;
    const answer = withTimeout(20, new Promise<string>((resolve) => (arrive = resolve)));
    setImmediate(() => {
      const until = performance.now() + 100;
      while (performance.now() < until);
      // What came meanwhile is read after the timers have run.
      setImmediate(arrive, 'answer');
    });
    expect(await answer).toBe('answer');
  });
});
