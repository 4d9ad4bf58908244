import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BatchLoader } from './batch-loader.js';

function recording() {
  const queries: number[][] = [];
  const loader = new BatchLoader<number, string>((keys) => {
    queries.push(keys);
    return Promise.resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, `value ${key}`])));
  });
  return { loader, queries };
}

describe('BatchLoader', () => {
  it('sends one query for the distinct keys of one turn', async () => {
    const { loader, queries } = recording();
    const values = await Promise.all([loader.get(1), loader.get(2), loader.get(1)]);
    expect(values).toEqual(['value 1', 'value 2', 'value 1']);
    expect(queries).toEqual([[1, 2]]);
  });

  it('sends one key for objects with the same id', async () => {
    const queries: number[][] = [];
    const loader = new BatchLoader<{ page: number }, string>(
      (keys) => {
        queries.push(keys.map(({ page }) => page));
        return Promise.resolve(new Map(keys.map((key) => [key, `page ${key.page}`])));
      },
      ({ page }) => page,
    );
    const values = await Promise.all([1, 2, 1].map((page) => loader.get({ page })));
    expect(values).toEqual(['page 1', 'page 2', 'page 1']);
    expect(queries).toEqual([[1, 2]]);
  });

  it('returns undefined for a key without a value', async () => {
    await expect(recording().loader.get(-1)).resolves.toBeUndefined();
  });

  it('rejects all look-ups of a failed query, and no later ones', async () => {
    let fails = true;
    const loader = new BatchLoader<number, string>((keys) =>
      fails ? Promise.reject(new Error('down')) : Promise.resolve(new Map(keys.map((key) => [key, 'up']))),
    );
    const results = await Promise.allSettled([loader.get(1), loader.get(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    await expect(loader.get(1)).resolves.toBe('up');
  });
});

describe('while a query is in flight', () => {
  /** Look-ups whose queries end when the test ends them. */
  function held() {
    const queries: { keys: number[]; end: (error?: Error) => Promise<void> }[] = [];
    const loader = new BatchLoader<number, string>(
      (keys) =>
        new Promise((resolve, reject) => {
          const end = async (error?: Error) => {
            if (error === undefined) resolve(new Map(keys.map((key) => [key, `value ${key}`])));
            else reject(error);
            await turns();
          };
          queries.push({ keys, end });
        }),
    );
    const turns = async () => {
      await nextTurn();
      await nextTurn();
    };
    /** Requests keys in one turn. */
    const loadKeys = async (...keys: number[]) => {
      const answers = Promise.allSettled(keys.map((key) => loader.get(key)));
      await turns();
      return { answers };
    };
    const queried = () => queries.map(({ keys }) => keys);
    const end = (index: number, error?: Error) => queries[index]?.end(error);
    return { loadKeys, queried, end };
  }

  const fulfilled = (...keys: number[]) => keys.map((key) => ({ status: 'fulfilled', value: `value ${key}` }));

  it('begins no second one: keys requested in the meantime share the next query', async () => {
    const { loadKeys, queried, end } = held();
    await loadKeys(1);
    const second = await loadKeys(1, 2);
    const third = await loadKeys(2, 3);
    expect(queried()).toEqual([[1]]);
    await end(0);
    expect(queried()).toEqual([[1], [1, 2, 3]]);
    await end(1);
    expect([await second.answers, await third.answers]).toEqual([fulfilled(1, 2), fulfilled(2, 3)]);
  });

  it('splits more than 1,000 keys of one turn into several queries', async () => {
    const { loadKeys, queried, end } = held();
    const keys = Array.from({ length: 2_500 }, (_, index) => index + 1);
    const { answers } = await loadKeys(...keys);
    const sizes = () => queried().map((of) => of.length);
    expect(sizes()).toEqual([1_000]);
    await end(0);
    expect(sizes()).toEqual([1_000, 1_000]);
    await end(1);
    expect(sizes()).toEqual([1_000, 1_000, 500]);
    await end(2);
    expect(await answers).toEqual(fulfilled(...keys));
  });

  it('begins the next query after a failed one', async () => {
    const { loadKeys, queried, end } = held();
    const first = await loadKeys(1);
    const second = await loadKeys(2);
    const down = new Error('down');
    await end(0, down);
    expect(queried()).toEqual([[1], [2]]);
    await end(1);
    expect(await first.answers).toEqual([{ status: 'rejected', reason: down }]);
    expect(await second.answers).toEqual(fulfilled(2));
  });
});

it('runs a query that waited in the async context of its caller', async () => {
  const context = new AsyncLocalStorage<string>();
  const begun: [keys: number[], by: string | undefined][] = [];
  const ends: (() => void)[] = [];
  const loader = new BatchLoader<number, string>((keys) => {
    begun.push([keys, context.getStore()]);
    return new Promise((resolve) => ends.push(() => resolve(new Map())));
  });
  for (const [key, name] of ['first', 'second'].entries()) {
    context.run(name, () => void loader.get(key));
    await nextTurn();
    await nextTurn();
  }
  expect(begun).toHaveLength(1);
  ends[0]?.();
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual([
    [[0], 'first'],
    [[1], 'second'],
  ]);
});
