import type { Configuration } from '#libs/configuration';

/** How many submissions, or starts, are committed together, and how long they wait. */
export const groupLimits = ({ DATABASE_LOCK_TIMEOUT_MS, REQUEST_DEADLINE_MS }: Configuration) => ({
  minBatchSize: 50,
  maxBatchSize: 200,
  maxQueueSize: 5_000,
  maxLockWaitMs: DATABASE_LOCK_TIMEOUT_MS,
  // The deadline began when the request arrived: little of it is left then, or nothing.
  maxWaitMs: (REQUEST_DEADLINE_MS * 8) / 9,
});
