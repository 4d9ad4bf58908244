import DataLoader from 'dataloader';
import type { Channel } from '#libs/workers';
import type { MemoryWindowCounter } from './memory-window-counter.js';
import type { WindowStore } from './shared-window-counter.js';
import type { WindowCount } from './window-count.js';

/** Names of the requests of workers. */
const COUNT = 'count requests';
const PEEK = 'peek count';

/** Key and window in milliseconds. */
type CountedRequest = [key: string, windowMs: number];

/** Counts in the primary process, for all workers together. */
export class PrimaryWindowStore implements WindowStore {
  readonly recoveredMessage = 'The primary process answers';
  /** The requests of a turn of the event loop share a message. */
  private readonly requests: DataLoader<CountedRequest, WindowCount>;

  constructor(private readonly primary: Channel) {
    this.requests = new DataLoader((requests) => primary.request(COUNT, requests), {
      cache: false,
      batchScheduleFn: setImmediate,
    });
  }

  increment(key: string, windowMs: number): Promise<WindowCount> {
    return this.requests.load([key, windowMs]);
  }

  peek(key: string, windowMs: number): Promise<WindowCount> {
    return this.primary.request(PEEK, [key, windowMs]);
  }

  describe({ message }: Error): string {
    return `The primary process does not answer (${message})`;
  }
}

/** Counts for a worker, in the primary process. */
export function serveCounts(worker: Channel, counter: MemoryWindowCounter): void {
  worker.handle(COUNT, (requests: CountedRequest[]) => Promise.all(requests.map((one) => counter.increment(...one))));
  worker.handle(PEEK, (request: CountedRequest) => counter.peek(...request));
}
