import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until something holds, looking again and again.
 * @param what for the message where it does not hold in time, such as `all rows are gone`
 * @param look gives true, or what there is instead
 */
export async function until(what: string, look: () => Promise<unknown>, withinMs = 120_000): Promise<void> {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen === true) return;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}: ${JSON.stringify(seen)}`);
    await sleep(20);
  }
}
