import { setImmediate as nextTurn } from 'node:timers/promises';
import { Overloaded } from '#libs/platform';
import { Turns } from './turns.js';

/** Work that ends when it is told to. */
function recording(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const take = (name: string) =>
    turns.take(() => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
      });
    });
  const end = (name: string, error?: Error) => {
    ends.get(name)?.(error);
    return nextTurn();
  };
  return { begun, take, end };
}

describe('Turns', () => {
  it('lets so many work at once and the others wait in their order', async () => {
    const { begun, take, end } = recording(new Turns(2, 10));
    const results = ['a', 'b', 'c', 'd'].map(take);
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await end('d');
    await expect(Promise.all(results)).resolves.toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses what would wait too long, and takes it later', async () => {
    const { begun, take, end } = recording(new Turns(1, 1));
    const taken = [take('a'), take('b')];
    await expect(take('c')).rejects.toBeInstanceOf(Overloaded);
    await end('a');
    taken.push(take('d'));
    await end('b');
    await end('d');
    await Promise.all(taken);
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('gives a turn back where the work fails', async () => {
    const { begun, take, end } = recording(new Turns(1, 1));
    const failing = take('a');
    const next = take('b');
    const failed = expect(failing).rejects.toThrow('broken');
    await end('a', new Error('broken'));
    await end('b');
    await failed;
    await next;
    expect(begun).toEqual(['a', 'b']);
  });
});
