import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a condition holds.
 * @param what describes the condition in the error of a timeout, such as `all rows are gone`
 * @param check returns true, or a value to show in the error
 */
export async function until(what: string, check: () => Promise<unknown>, withinMs = 240_000): Promise<void> {
  const end = Date.now() + withinMs;
  // What takes long is asked for less often.
  for (let pause = 20; ; pause = Math.min(pause * 1.2, 100)) {
    const seen = await check();
    if (seen === true) return;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}: ${JSON.stringify(seen)}`);
    await sleep(pause);
  }
}
