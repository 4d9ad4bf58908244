import type { Configuration } from '#libs/configuration';
import { Overloaded } from '#libs/http';

interface Waiting {
  rank: number;
  /** When its request has been answered with an error, by `performance.now()`. */
  until: number;
  begin: () => void;
  reject: (error: Overloaded) => void;
}

/** Limits the number of concurrent tasks. The others wait: lower ranks first, equal ranks in the order of arrival. */
export class Semaphore {
  private inFlight = 0;
  /** In the order in which they start. */
  private readonly waiting: Waiting[] = [];

  /**
   * @param concurrency maximum number of tasks in flight
   * @param queueSize maximum number of waiting tasks; beyond it, the last in order is rejected as overload
   * @param longestWait in milliseconds; a task that has waited longer is rejected instead of started
   */
  constructor(
    private readonly concurrency: number,
    private readonly queueSize: number,
    private readonly longestWait: number,
  ) {}

  /** @throws Overloaded if the task was not started */
  async run<Result>(work: () => Promise<Result>, rank = 0): Promise<Result> {
    if (!this.tryBegin()) await this.wait(rank);
    try {
      return await work();
    } finally {
      this.beginNext();
    }
  }

  /** The same for a task that yields its results. It ends with its last result, or when the caller stops iterating. */
  async *stream<Item>(work: () => AsyncIterable<Item>): AsyncGenerator<Item> {
    if (!this.tryBegin()) await this.wait(0);
    try {
      yield* work();
    } finally {
      this.beginNext();
    }
  }

  private tryBegin(): boolean {
    const isFree = this.inFlight < this.concurrency;
    if (isFree) this.inFlight++;
    return isFree;
  }

  private wait(rank: number): Promise<void> {
    return new Promise((begin, reject) => {
      const position = this.waiting.findLastIndex((other) => other.rank <= rank) + 1;
      this.waiting.splice(position, 0, { rank, until: performance.now() + this.longestWait, begin, reject });
      if (this.waiting.length > this.queueSize) this.waiting.pop()?.reject(new Overloaded());
    });
  }

  private beginNext(): void {
    let next = this.waiting.shift();
    for (; next !== undefined && next.until < performance.now(); next = this.waiting.shift()) {
      next.reject(new Overloaded());
    }
    if (next === undefined) this.inFlight--;
    else next.begin();
  }
}

/** For long statements of one kind: one at a time leaves the database and its connections to other requests. Up to ten wait. */
export function oneAtATime({ REQUEST_DEADLINE_MS }: Pick<Configuration, 'REQUEST_DEADLINE_MS'>): Semaphore {
  return new Semaphore(1, 10, REQUEST_DEADLINE_MS / 2);
}
