import { PageCache } from './page-cache.js';

/** A cache of ten characters. Texts begin with the page and have the requested length. */
function startCache() {
  const lookups: string[] = [];
  const rendered: string[][] = [];
  const cache = new PageCache<string, string>({
    maxCharacters: 10,
    idOf: (page) => page,
    countLookup: (isHit) => lookups.push(isHit ? 'hit' : 'miss'),
  });
  /** Reads pages in their states. @param texts the rendered texts; pages that it leaves out have none */
  const read = async (states: Record<string, Record<string, number>>, texts: Record<string, string> = {}) =>
    Object.fromEntries(
      await cache.read(new Map(Object.entries(states)), (missing) => {
        rendered.push(missing);
        return Promise.resolve(
          new Map(missing.flatMap((page) => (texts[page] === undefined ? [] : [[page, texts[page]]]))),
        );
      }),
    );
  return { read, lookups, rendered };
}

const state = { attempts: 1, total: 1 };

describe('PageCache', () => {
  it('renders a page once as long as its state is the same', async () => {
    const { read, lookups, rendered } = startCache();
    expect(await read({ a: state }, { a: 'first' })).toEqual({ a: 'first' });
    expect(await read({ a: { ...state } }, { a: 'other' })).toEqual({ a: 'first' });
    expect(rendered).toEqual([['a']]);
    expect(lookups).toEqual(['miss', 'hit']);
  });

  it.each([
    ['grew', { attempts: 2, total: 1 }],
    ['shrank', { attempts: 1, total: 0 }],
  ])('renders a page again whose state %s', async (_, changed) => {
    const { read } = startCache();
    await read({ a: state }, { a: 'first' });
    expect(await read({ a: changed }, { a: 'second' })).toEqual({ a: 'second' });
    expect(await read({ a: changed })).toEqual({ a: 'second' });
  });

  it('renders together only the pages that are missing', async () => {
    const { read, rendered } = startCache();
    await read({ b: state }, { b: 'B' });
    expect(await read({ a: state, b: state, c: state }, { a: 'A', c: 'C' })).toEqual({ a: 'A', b: 'B', c: 'C' });
    expect(rendered).toEqual([['b'], ['a', 'c']]);
  });

  it('returns a cached text even if rendering the other pages evicts it', async () => {
    const { read, rendered } = startCache();
    await read({ a: state }, { a: 'AAAAA' });
    expect(await read({ a: state, b: state }, { b: 'BBBBBBBBB' })).toEqual({ a: 'AAAAA', b: 'BBBBBBBBB' });
    await read({ a: state }, { a: 'AAAAA' });
    expect(rendered).toEqual([['a'], ['b'], ['a']]);
  });

  it('returns a text that is larger than the cache, and does not cache it', async () => {
    const { read, rendered } = startCache();
    const text = 'A'.repeat(11);
    expect(await read({ a: state }, { a: text })).toEqual({ a: text });
    await read({ a: state }, { a: text });
    expect(rendered).toHaveLength(2);
  });

  it('caches nothing of a page without a text', async () => {
    const { read, rendered } = startCache();
    expect(await read({ a: state })).toEqual({});
    expect(await read({ a: state }, { a: 'A' })).toEqual({ a: 'A' });
    expect(rendered).toHaveLength(2);
  });
});
