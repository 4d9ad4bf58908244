import type { Channel } from '#libs/workers';
import { MemoryWindowCounter } from './memory-window-counter.js';
import { serveCounts, PrimaryWindowStore } from './primary-window-store.js';

/** A channel to this process, which notes the requests. */
function connect(counter: MemoryWindowCounter) {
  const handlers = new Map<string, (data: unknown) => unknown>();
  const sent: unknown[] = [];
  const channel = {
    handle: (request: string, handler: (data: unknown) => unknown) => handlers.set(request, handler),
    request: (request: string, data: unknown) => {
      sent.push(data);
      return Promise.resolve(handlers.get(request)?.(data));
    },
  } as unknown as Channel;
  serveCounts(channel, counter);
  return { store: new PrimaryWindowStore(channel), sent };
}

describe('PrimaryWindowStore', () => {
  it('counts the requests of a turn of the event loop by one message, those of all workers together', async () => {
    const counter = new MemoryWindowCounter(() => 1_000);
    const [one, other] = [connect(counter), connect(counter)];
    const counts = await Promise.all([
      one.store.increment('a', 60_000),
      one.store.increment('b', 1_000),
      other.store.increment('a', 60_000),
      new Promise((resolve) => process.nextTick(resolve)).then(() => one.store.increment('a', 60_000)),
    ]);
    expect(counts.map(({ count, leftMs }) => [count, leftMs])).toEqual([
      [1, 60_000],
      [1, 1_000],
      [3, 60_000],
      [2, 60_000],
    ]);
    expect(one.sent).toEqual([
      [
        ['a', 60_000],
        ['b', 1_000],
        ['a', 60_000],
      ],
    ]);
  });

  it('reads a count without counting', async () => {
    const { store } = connect(new MemoryWindowCounter());
    await store.increment('a', 60_000);
    expect(await store.peek('a', 60_000)).toMatchObject({ count: 1 });
    expect(await store.peek('a', 60_000)).toMatchObject({ count: 1 });
  });
});
