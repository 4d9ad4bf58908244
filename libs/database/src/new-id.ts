import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes of an id, and of as many ids as one question to the system is worth: it takes microseconds. */
const BYTES = 16;
const pool = new Uint8Array(256 * BYTES);
let used = pool.length;

let sequence = randomInt(2 ** 31);
let latest = 0;

/** A new id (UUID version 7, RFC 9562): ids of one process are in the order in which they were made. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += BYTES));
  sequence = (sequence + 1) >>> 0;
  // A clock that is set back does not set the ids back, and where the sequence begins anew the next millisecond does.
  latest = Math.max(latest + (sequence === 0 ? 1 : 0), Date.now());
  return v7({ random, msecs: latest, seq: sequence });
}
