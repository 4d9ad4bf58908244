import { setTimeout as sleep } from 'node:timers/promises';
import { within } from './within.js';

describe('within', () => {
  it('gives what comes in time, and what it fails with', async () => {
    expect(await within(10_000, sleep(1, 'answer'))).toBe('answer');
    await expect(within(10_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('gives up on what does not', async () => {
    await expect(within(5, new Promise(() => undefined))).rejects.toThrow('no answer within 5 ms');
  });

  it('does not count a time in which this process was busy', async () => {
    let arrive: (answer: string) => void = () => undefined;
    const answer = within(20, new Promise<string>((resolve) => (arrive = resolve)));
    setImmediate(() => {
      const until = performance.now() + 100;
      while (performance.now() < until);
      // What came meanwhile is read after the timers have run.
      setImmediate(arrive, 'answer');
    });
    expect(await answer).toBe('answer');
  });
});
