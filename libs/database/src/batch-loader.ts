import { AsyncResource } from 'node:async_hooks';
import DataLoader from 'dataloader';

/** Maximum number of keys per query. */
const MAX_KEYS = 1_000;

/**
 * Look-ups that are requested in one turn of the event loop, or while a query is in flight, share one query, which begins after
 * all of them were requested. One query at a time costs PostgreSQL less than two that share the keys. Nothing is cached: each answer is as fresh as that of a query of its own.
 */
export class BatchLoader<Key, Value> {
  private readonly loader: DataLoader<Key, Value | undefined>;
  private isQuerying = false;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param load returns the values of distinct keys, without the keys that have no value
   * @param idOf returns the same id for equal keys; needed if keys are objects
   */
  constructor(
    private readonly load: (keys: Key[]) => Promise<ReadonlyMap<Key, Value | undefined>>,
    private readonly idOf: (key: Key) => unknown = (key) => key,
  ) {
    this.loader = new DataLoader((keys) => this.query(keys), {
      cache: false,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: (run) => {
        setImmediate(() => {
          if (!this.isQuerying) run();
          // It starts when another query ends, but in the async context of its own caller.
          else this.waiting.push(AsyncResource.bind(run));
        });
      },
    });
  }

  get(key: Key): Promise<Value | undefined> {
    return this.loader.load(key);
  }

  private async query(keys: readonly Key[]): Promise<(Value | undefined)[]> {
    this.isQuerying = true;
    try {
      const distinct = new Map(keys.map((key) => [this.idOf(key), key]));
      const found = await this.load([...distinct.values()]);
      return keys.map((key) => found.get(distinct.get(this.idOf(key)) as Key));
    } finally {
      this.isQuerying = false;
      this.waiting.shift()?.();
    }
  }
}
