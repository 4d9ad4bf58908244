import { closeSync, existsSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { destination } from './logger.js';

/** A device that always reports a full disk (Linux). */
const FULL = '/dev/full';

(existsSync(FULL) ? it : it.skip)('a log on a full disk stops neither the service nor its end', async () => {
  const full = openSync(FULL, 'w');
  const stream = destination(full);
  const failures: unknown[] = [];
  stream.on('error', (error: unknown) => failures.push(error));
  for (let line = 0; line < 3; line++) {
    stream.write('{}\n');
    for (const before = failures.length; failures.length === before;) await sleep(10);
  }
  expect(failures.length).toBeGreaterThanOrEqual(3);
  stream.flushSync();
  closeSync(full);
});
