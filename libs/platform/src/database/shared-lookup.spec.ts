import { setImmediate as nextTurn } from 'node:timers/promises';
import { SharedLookup } from './shared-lookup.js';

function recording() {
  const queries: number[][] = [];
  const lookup = new SharedLookup<number, string>((keys) => {
    queries.push(keys);
    return Promise.resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, `value ${key}`])));
  });
  return { lookup, queries };
}

describe('SharedLookup', () => {
  it('asks once for the distinct keys of one turn', async () => {
    const { lookup, queries } = recording();
    const values = await Promise.all([lookup.get(1), lookup.get(2), lookup.get(1)]);
    expect(values).toEqual(['value 1', 'value 2', 'value 1']);
    expect(queries).toEqual([[1, 2]]);
  });

  it('asks again in a later turn, even while the first query is under way', async () => {
    const { lookup, queries } = recording();
    const first = lookup.get(1);
    await nextTurn();
    await nextTurn();
    await Promise.all([first, lookup.get(1)]);
    expect(queries).toEqual([[1], [1]]);
  });

  it('answers undefined for a key that has no value', async () => {
    await expect(recording().lookup.get(-1)).resolves.toBeUndefined();
  });

  it('gives a failure to everyone who shared the query, and to nobody after', async () => {
    let fails = true;
    const lookup = new SharedLookup<number, string>((keys) =>
      fails ? Promise.reject(new Error('down')) : Promise.resolve(new Map(keys.map((key) => [key, 'up']))),
    );
    const results = await Promise.allSettled([lookup.get(1), lookup.get(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    await expect(lookup.get(1)).resolves.toBe('up');
  });
});
