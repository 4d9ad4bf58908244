// Loaded by a service with `--import`. Tells its parent, for each message, what the turns of the event loop have cost since the last one.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** The processor time of this thread without others, in milliseconds. Only Linux tells it. */
const timeUsed = () => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1_000_000;

// The threads of the service load this file too.
if (isMainThread) {
  let before = timeUsed();
  let cost = { longest: 0, total: 0 };
  const measure = () => {
    const now = timeUsed();
    const time = now - before;
    cost.longest = Math.max(cost.longest, time);
    // The others measure, or belong to a service that waits.
    if (time > 1) cost.total += time;
    before = now;
    setImmediate(measure).unref();
  };
  measure();
  process.on('message', () => {
    process.send(cost);
    cost = { longest: 0, total: 0 };
  });
  process.channel.unref();
}
