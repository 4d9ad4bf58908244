import type { Metrics } from '#libs/observability';

/** The metrics of a group commit. */
export interface GroupCommitMetrics {
  /** @param items how many wait for a transaction now */
  waiting(items: number): void;
  /** @param waits of the items of a batch, from their arrival to the end of the transaction, in milliseconds */
  committed(waits: number[]): void;
}

/** @param group the group commit's name */
export function groupCommitMetrics(metrics: Metrics, group: string): GroupCommitMetrics {
  const waiting = metrics
    .gauge('quiz_group_commit_waiting_items', 'Items that wait for a transaction', ['group'])
    .labels({ group });
  const items = metrics
    .histogram(
      'quiz_group_commit_batch_items',
      'Items that were committed together',
      [1, 2, 5, 10, 20, 50, 100, 200],
      ['group'],
    )
    .labels({ group });
  const wait = metrics
    .histogram(
      'quiz_group_commit_wait_seconds',
      "Time from an item's arrival to the end of its transaction",
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      ['group'],
    )
    .labels({ group });
  waiting.set(0);
  return {
    waiting: (count) => waiting.set(count),
    committed: (waits) => {
      items.observe(waits.length);
      for (const milliseconds of waits) wait.observe(milliseconds / 1000);
    },
  };
}
