import { Injectable } from '@nestjs/common';

/** Schedules the transactions of several group commits in turn: while one is in flight, the items of all gather for the next ones. */
@Injectable()
export class CommitScheduler {
  /** Transactions of all group commits. */
  inFlight = 0;
  /** What schedules the next transaction of each group commit, if it has items. The one that was last in flight comes last. */
  private readonly schedules = new Set<() => void>();

  add(schedule: () => void): void {
    this.schedules.add(schedule);
  }

  /** @param ended the group commit, by what was added, whose transaction has ended */
  scheduleAfter(ended: () => void): void {
    this.schedules.delete(ended);
    this.schedules.add(ended);
    for (const schedule of this.schedules) schedule();
  }
}
