import { setImmediate as nextTurn } from 'node:timers/promises';
import { Overloaded } from '#libs/http';
import { Semaphore } from './semaphore.js';

/** Tasks that end when the test ends them. */
function recording(semaphore: Semaphore) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (name: string, rank?: number) =>
    semaphore.run(() => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
      });
    }, rank);
  const end = (name: string, error?: Error) => {
    ends.get(name)?.(error);
    return nextTurn();
  };
  return { begun, run, end };
}

describe('Semaphore', () => {
  it('admits the given number of tasks, and lets the others wait in order', async () => {
    const { begun, run, end } = recording(new Semaphore(2, 10, 1_000));
    const results = ['a', 'b', 'c', 'd'].map((name) => run(name));
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await end('d');
    await expect(Promise.all(results)).resolves.toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects tasks beyond the queue, and admits them later', async () => {
    const { begun, run, end } = recording(new Semaphore(1, 1, 1_000));
    const tasks = [run('a'), run('b')];
    await expect(run('c')).rejects.toBeInstanceOf(Overloaded);
    await end('a');
    tasks.push(run('d'));
    await end('b');
    await end('d');
    await Promise.all(tasks);
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('begins lower ranks first, and equal ranks in their order', async () => {
    const { begun, run, end } = recording(new Semaphore(1, 10, 1_000));
    const tasks = [run('a', 9), run('b', 2), run('c', 1), run('d', 2), run('e', 0)];
    for (const name of ['a', 'e', 'c', 'b', 'd']) await end(name);
    await Promise.all(tasks);
    expect(begun).toEqual(['a', 'e', 'c', 'b', 'd']);
  });

  it('rejects the last task in order, not the last to arrive', async () => {
    const { begun, run, end } = recording(new Semaphore(1, 2, 1_000));
    const tasks = [run('a'), run('b', 3)];
    const rejected = expect(run('c', 3)).rejects.toBeInstanceOf(Overloaded);
    tasks.push(run('d', 1));
    await rejected;
    for (const name of ['a', 'd', 'b']) await end(name);
    await Promise.all(tasks);
    expect(begun).toEqual(['a', 'd', 'b']);
  });

  it('rejects a task that has waited too long', async () => {
    const { begun, run, end } = recording(new Semaphore(1, 10, 1_000));
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const tasks = [run('a')];
    const rejections = [run('b'), run('c')].map((late) => expect(late).rejects.toBeInstanceOf(Overloaded));
    now.mockReturnValue(500);
    tasks.push(run('d'));
    now.mockReturnValue(1_001);
    await end('a');
    now.mockRestore();
    await Promise.all(rejections);
    await end('d');
    tasks.push(run('e'));
    await end('e');
    await Promise.all(tasks);
    expect(begun).toEqual(['a', 'd', 'e']);
  });

  it('admits the next task after a failure', async () => {
    const { begun, run, end } = recording(new Semaphore(1, 1, 1_000));
    const failing = run('a');
    const next = run('b');
    const failed = expect(failing).rejects.toThrow('broken');
    await end('a', new Error('broken'));
    await end('b');
    await failed;
    await next;
    expect(begun).toEqual(['a', 'b']);
  });

  it('counts a task that yields until its last result, or until its caller stops', async () => {
    const semaphore = new Semaphore(1, 0, 1_000);
    const tasks = [1, 2].map(() =>
      semaphore.stream(async function* () {
        yield await Promise.resolve('a');
        yield 'b';
      }),
    );
    const [first, second] = tasks;
    expect(await first?.next()).toEqual({ value: 'a', done: false });
    await expect(semaphore.run(() => Promise.resolve())).rejects.toBeInstanceOf(Overloaded);
    await first?.return(undefined);
    const results: string[] = [];
    for await (const result of second ?? []) results.push(result);
    expect(results).toEqual(['a', 'b']);
    expect(await semaphore.run(() => Promise.resolve('free'))).toBe('free');
  });
});
