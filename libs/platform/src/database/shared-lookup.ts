import DataLoader from 'dataloader';

/** Most keys of one query. */
const MAX_KEYS = 1_000;

/**
 * Look-ups of one turn of the event loop share one query, which begins after all of them were asked for. Nothing is kept:
 * each answer is as fresh as one of its own query.
 */
export class SharedLookup<Key, Value> {
  private readonly loader: DataLoader<Key, Value | undefined>;

  /** @param load answers a set of distinct keys; a key without an answer is left out */
  constructor(load: (keys: Key[]) => Promise<Map<Key, Value>>) {
    this.loader = new DataLoader(
      async (keys) => {
        const found = await load([...new Set(keys)]);
        return keys.map((key) => found.get(key));
      },
      { cache: false, maxBatchSize: MAX_KEYS, batchScheduleFn: (run) => setImmediate(run) },
    );
  }

  get(key: Key): Promise<Value | undefined> {
    return this.loader.load(key);
  }
}
