import type { Configuration } from '#libs/configuration';

/** How many submissions, or starts, are committed together, and how long they wait. */
export const groupLimits = ({ DATABASE_LOCK_TIMEOUT_MS, REQUEST_DEADLINE_MS }: Configuration) => ({
  minBatchSize: 50,
  maxBatchSize: 200,
  maxQueueSize: 5_000,
  maxLockWaitMs: DATABASE_LOCK_TIMEOUT_MS,
  // The deadline began when the request arrived. What is left of it then is for the response.
  maxWaitMs: (REQUEST_DEADLINE_MS * 8) / 9,
});
