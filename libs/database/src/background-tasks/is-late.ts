/** Times of a task, as all instances have reported them. */
export interface TaskTimes {
  intervalMs: number;
  /** Since when instances report it without a break. */
  observedSince: Date;
  lastSucceededAt: Date | null;
  lastFailedAt: Date | null;
  lastProgressedAt: Date | null;
}

/** How many intervals a task may take to succeed. */
const MAX_INTERVALS = 3;

/** Tasks with short intervals are late after this time, in milliseconds: a restart of the database is no reason to act. */
const MIN_MS = 15 * 60_000;

/**
 * Whether a task has not succeeded for three intervals and at least 15 minutes, counted from the first report after a
 * break in which no instance ran. A long run that makes progress is not late, unless a run has failed since.
 */
export function isLate(
  { intervalMs, observedSince, lastSucceededAt, lastFailedAt, lastProgressedAt }: TaskTimes,
  now: Date,
): boolean {
  const progressedAt = timeOf(lastProgressedAt);
  const since = Math.max(
    observedSince.getTime(),
    timeOf(lastSucceededAt),
    progressedAt > timeOf(lastFailedAt) ? progressedAt : -Infinity,
  );
  return now.getTime() - since > Math.max(MAX_INTERVALS * intervalMs, MIN_MS);
}

const timeOf = (date: Date | null) => date?.getTime() ?? -Infinity;
