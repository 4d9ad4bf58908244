import { Injectable } from '@nestjs/common';

/** Group commits that take turns: while a transaction of one is in flight, the items of all gather for the next ones. */
@Injectable()
export class CommitTurns {
  /** Transactions of all of them. */
  inFlight = 0;
  /** What begins the next transaction of each, if it has items: first of the one whose turn was longest ago. */
  private readonly begins = new Set<() => void>();

  join(begin: () => void): void {
    this.begins.add(begin);
  }

  /** After a transaction of the group commit that joined with `own`. */
  next(own: () => void): void {
    this.begins.delete(own);
    this.begins.add(own);
    for (const begin of this.begins) begin();
  }
}
