import { setImmediate as nextTurn } from 'node:timers/promises';
import { Overloaded } from '#libs/http';
import { Metrics, Tracing } from '#libs/observability';
import { CommitScheduler } from './commit-scheduler.js';
import { GroupCommit } from './group-commit.js';

interface Item {
  name: string;
  keys: string[];
}

/** A transaction that is in flight until the test ends it. */
interface Commit {
  names: string[];
  /** @param statuses of the results that are not `done` */
  succeed(statuses?: Record<string, string>): Promise<void>;
  fail(error: Error): Promise<void>;
}

const LIMITS = {
  concurrency: 2,
  minBatchSize: 1,
  maxBatchSize: 3,
  maxQueueSize: 10,
  maxWaitMs: 1_000,
  maxLockWaitMs: 50,
};
/** The error of retried items. */
const HELD = new Error('Another transaction holds the lock');
const OBSERVED = { name: 'items', metrics: new Metrics(), tracing: new Tracing() };

function recording(limits: Partial<typeof LIMITS> = {}, scheduler = new CommitScheduler()) {
  const commits: Commit[] = [];
  /** Names of the settled items, each with its result or error, in the order in which they settled. */
  const answers: [string, unknown][] = [];
  const group = new GroupCommit<Item, { status: string }>({
    ...LIMITS,
    ...limits,
    ...OBSERVED,
    scheduler,
    keysOf: ({ keys }) => keys,
    commit: (items) =>
      new Promise<{ status: string }[]>((resolve, reject) => {
        const names = items.map(({ name }) => name);
        commits.push({
          names,
          succeed: (statuses = {}) => {
            resolve(names.map((name) => ({ status: statuses[name] ?? 'done', error: HELD })));
            return settle();
          },
          fail: (error) => {
            reject(error);
            return settle();
          },
        });
      }),
  });
  const settle = async () => {
    await nextTurn();
    await nextTurn();
  };
  /** Submits items by their names; a name such as `a1` has the key `a`. */
  const submit = async (...names: string[]) => {
    for (const name of names) {
      group.submit({ name, keys: [name.slice(0, 1)] }).then(
        ({ status }) => answers.push([name, status]),
        (error: unknown) => answers.push([name, error]),
      );
    }
    await settle();
  };
  const batches = () => commits.map(({ names }) => names.join(' '));
  const commit = (index: number): Commit => {
    const found = commits[index];
    if (found === undefined) throw new Error(`There were only the commits ${batches().join(', ')}`);
    return found;
  };
  return { group, submit, settle, answers, batches, commit };
}

const done = (...names: string[]) => names.map((name) => [name, 'done']);

/** The time of the fake clock passes, turns of the event loop are real. */
function useFakeClock(): void {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval'] }));
  afterEach(() => jest.useRealTimers());
}

const later = async (milliseconds: number, settle: () => Promise<void>) => {
  jest.advanceTimersByTime(milliseconds);
  await settle();
};

describe('GroupCommit', () => {
  it('commits items together that arrive together, and settles each after the commit', async () => {
    const { submit, batches, commit, answers } = recording();
    await submit('a1', 'b1', 'c1');
    expect(batches()).toEqual(['a1 b1 c1']);
    expect(answers).toEqual([]);
    await commit(0).succeed();
    expect(answers).toEqual(done('a1', 'b1', 'c1'));
  });

  it('commits items in batches that arrive while all transactions are in flight, in the order of arrival', async () => {
    const { submit, batches, commit, answers } = recording();
    await submit('a1');
    await submit('b1');
    await submit('c1', 'd1');
    await submit('e1', 'f1', 'g1');
    expect(batches()).toEqual(['a1', 'b1']);
    await commit(1).succeed();
    expect(batches()).toEqual(['a1', 'b1', 'c1 d1 e1']);
    await commit(0).succeed();
    expect(batches()).toEqual(['a1', 'b1', 'c1 d1 e1', 'f1 g1']);
    await commit(3).succeed();
    await commit(2).succeed();
    expect(answers).toEqual(done('b1', 'a1', 'f1', 'g1', 'c1', 'd1', 'e1'));
  });

  it('commits items with the same key one after the other, in their order', async () => {
    const { submit, batches, commit, answers } = recording();
    await submit('a1', 'a2', 'b1', 'a3');
    expect(batches()).toEqual(['a1 b1']);
    await submit('c1', 'b2');
    expect(batches()).toEqual(['a1 b1', 'c1']);
    await commit(1).succeed();
    expect(batches()).toEqual(['a1 b1', 'c1']);
    await commit(0).succeed();
    expect(batches()).toEqual(['a1 b1', 'c1', 'a2 b2']);
    await commit(2).succeed();
    await commit(3).succeed();
    expect(answers).toEqual(done('c1', 'a1', 'b1', 'a2', 'b2', 'a3'));
  });

  it('lets no item overtake an earlier one with a common key', async () => {
    const { group, settle, batches, commit } = recording({ concurrency: 1 });
    const names = [];
    for (const [name, ...keys] of ['1ab', '2bc', '3cd', '4e', '5d']) {
      names.push(name);
      void group.submit({ name: name ?? '', keys });
    }
    await settle();
    for (let index = 0; index < 3; index++) await commit(index).succeed();
    expect(batches()).toEqual(['1 4', '2', '3', '5']);
    await commit(3).succeed();
  });

  it('rejects an item as overload while the queue is full', async () => {
    const { submit, commit, answers, batches } = recording({ concurrency: 1, maxQueueSize: 2 });
    await submit('a1');
    await submit('b1', 'c1', 'd1');
    expect(answers).toEqual([['d1', expect.any(Overloaded)]]);
    await commit(0).succeed();
    await submit('d1');
    await commit(1).succeed();
    await commit(2).succeed();
    expect(batches()).toEqual(['a1', 'b1 c1', 'd1']);
    expect(answers.slice(1)).toEqual(done('a1', 'b1', 'c1', 'd1'));
  });

  it('rejects an item that has waited too long', async () => {
    const { submit, commit, answers, batches } = recording({ concurrency: 1 });
    const time = jest.spyOn(performance, 'now').mockReturnValue(0);
    await submit('a1', 'b1');
    await submit('a2');
    time.mockReturnValue(1_000);
    await submit('a3');
    time.mockReturnValue(1_001);
    await commit(0).succeed();
    expect(batches()).toEqual(['a1 b1', 'a3']);
    await commit(1).succeed();
    expect(answers).toEqual([...done('a1', 'b1'), ['a2', expect.any(Overloaded)], ...done('a3')]);
    time.mockRestore();
  });

  it('gives each item its own result', async () => {
    const { submit, commit, answers } = recording();
    await submit('a1', 'b1');
    await commit(0).succeed({ b1: 'rejected' });
    expect(answers).toEqual([...done('a1'), ['b1', 'rejected']]);
  });
});

describe('a retried item', () => {
  const retry = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'retry']));

  useFakeClock();

  it('is committed with a later batch, and settled after that commit', async () => {
    const { submit, settle, batches, commit, answers } = recording();
    await submit('a1', 'b1');
    await commit(0).succeed(retry('b1'));
    expect(batches()).toEqual(['a1 b1']);
    await later(20, settle);
    await submit('c1');
    expect(batches()).toEqual(['a1 b1', 'b1', 'c1']);
    expect(answers).toEqual(done('a1'));
    await commit(1).succeed();
    expect(answers).toEqual(done('a1', 'b1'));
  });

  it('delays no later item, not even one with the same key', async () => {
    const { submit, settle, batches, commit, answers } = recording({ concurrency: 1 });
    await submit('a1');
    await commit(0).succeed(retry('a1'));
    await submit('a2', 'b1');
    await commit(1).succeed();
    await later(20, settle);
    await commit(2).succeed();
    expect(batches()).toEqual(['a1', 'a2 b1', 'a1']);
    expect(answers).toEqual(done('a2', 'b1', 'a1'));
  });

  it('gets the error of its last try if its lock is held for too long', async () => {
    const { submit, settle, batches, commit, answers } = recording();
    await submit('a1');
    await commit(0).succeed(retry('a1'));
    await later(20, settle);
    await commit(1).succeed(retry('a1'));
    await later(20, settle);
    await commit(2).succeed(retry('a1'));
    await later(100, settle);
    expect(batches()).toEqual(['a1', 'a1', 'a1']);
    expect(answers).toEqual([['a1', HELD]]);
  });

  it('fails alone', async () => {
    const broken = Object.assign(new Error('violates a constraint'), { code: '23514' });
    const { submit, settle, batches, commit, answers } = recording();
    await submit('a1', 'b1');
    await commit(0).succeed(retry('a1', 'b1'));
    await later(20, settle);
    await commit(1).fail(broken);
    await commit(2).fail(broken);
    await commit(3).succeed();
    expect(batches()).toEqual(['a1 b1', 'a1 b1', 'a1', 'b1']);
    expect(answers).toEqual([['a1', broken], ...done('b1')]);
  });
});

describe('another transaction while one is in flight', () => {
  useFakeClock();

  it('begins with the minimum number of items', async () => {
    const { submit, batches, commit, answers } = recording({ minBatchSize: 3 });
    await submit('a1');
    await submit('b1', 'c1');
    expect(batches()).toEqual(['a1']);
    await submit('d1');
    expect(batches()).toEqual(['a1', 'b1 c1 d1']);
    await commit(1).succeed();
    await commit(0).succeed();
    expect(answers).toEqual(done('b1', 'c1', 'd1', 'a1'));
  });

  it('is not begun for fewer items if the first one ends', async () => {
    const { submit, batches, commit } = recording({ minBatchSize: 3 });
    await submit('a1');
    await submit('b1', 'c1');
    await commit(0).succeed();
    expect(batches()).toEqual(['a1', 'b1 c1']);
    await commit(1).succeed();
  });

  it('begins with fewer items after the first of them has waited for 50 ms', async () => {
    const { submit, settle, batches, commit, answers } = recording({ minBatchSize: 3 });
    await submit('a1');
    await later(10, settle);
    await submit('b1');
    await later(30, settle);
    await submit('c1');
    await later(19, settle);
    expect(batches()).toEqual(['a1']);
    await later(1, settle);
    expect(batches()).toEqual(['a1', 'b1 c1']);
    await commit(1).succeed();
    expect(answers).toEqual(done('b1', 'c1'));
    await commit(0).succeed();
  });

  it('begins for the rest of a full batch after it has waited for 50 ms', async () => {
    const { submit, settle, batches } = recording({ minBatchSize: 3 });
    await submit('a1', 'b1', 'c1', 'd1', 'e1');
    expect(batches()).toEqual(['a1 b1 c1']);
    await later(100, settle);
    expect(batches()).toEqual(['a1 b1 c1', 'd1 e1']);
  });

  it('does not begin beyond the concurrency, nor for items whose key is in flight', async () => {
    const { submit, settle, batches, commit } = recording({ minBatchSize: 3 });
    await submit('a1');
    await submit('a2');
    await later(200, settle);
    expect(batches()).toEqual(['a1']);
    await submit('b1');
    await later(200, settle);
    await submit('c1', 'd1', 'e1');
    await later(200, settle);
    expect(batches()).toEqual(['a1', 'b1']);
    await commit(0).succeed();
    expect(batches()).toEqual(['a1', 'b1', 'a2 c1 d1']);
    await commit(1).succeed();
    await commit(2).succeed();
    await commit(3).succeed();
    expect(batches()).toEqual(['a1', 'b1', 'a2 c1 d1', 'e1']);
  });
});

describe('group commits that take turns', () => {
  useFakeClock();

  function recordTwo() {
    const scheduler = new CommitScheduler();
    return [recording({ minBatchSize: 3 }, scheduler), recording({ minBatchSize: 3 }, scheduler)] as const;
  }

  it('gather items while a transaction of the other is in flight', async () => {
    const [one, other] = recordTwo();
    await one.submit('a1');
    await other.submit('b1');
    await other.submit('c1');
    expect(other.batches()).toEqual([]);
    await one.commit(0).succeed();
    expect(other.batches()).toEqual(['b1 c1']);
    await other.commit(0).succeed();
    expect([...one.answers, ...other.answers]).toEqual(done('a1', 'b1', 'c1'));
  });

  it('alternate while both have items', async () => {
    const [one, other] = recordTwo();
    await one.submit('a1');
    await one.submit('b1');
    await other.submit('c1');
    await one.commit(0).succeed();
    expect([one.batches(), other.batches()]).toEqual([['a1'], ['c1']]);
    await other.submit('d1');
    await other.commit(0).succeed();
    expect([one.batches(), other.batches()]).toEqual([['a1', 'b1'], ['c1']]);
    await one.commit(1).fail(new Error('violates a constraint'));
    expect(other.batches()).toEqual(['c1', 'd1']);
  });

  it('begin beside the other with the minimum number of items, and with fewer after 50 ms', async () => {
    const [one, other] = recordTwo();
    await one.submit('a1');
    await other.submit('b1', 'c1', 'd1');
    expect(other.batches()).toEqual(['b1 c1 d1']);
    await other.submit('e1');
    await later(50, other.settle);
    expect(other.batches()).toEqual(['b1 c1 d1', 'e1']);
  });
});

describe('a batch that fails', () => {
  const broken = Object.assign(new Error('violates a constraint'), { code: '23514' });
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const stuck = Object.assign(new Error('Query failed'), {
    driverError: Object.assign(new Error(), { code: '55P03' }),
  });

  it.each([
    ['a broken rule', broken],
    ['a deadlock', deadlock],
  ])('by %s is retried one by one, so that an invalid item fails alone', async (_, error) => {
    const { submit, commit, answers, batches } = recording();
    await submit('a1', 'b1', 'c1');
    await commit(0).fail(error);
    await commit(1).succeed();
    await commit(2).fail(broken);
    await commit(3).succeed();
    expect(batches()).toEqual(['a1 b1 c1', 'a1', 'b1', 'c1']);
    expect(answers).toEqual([...done('a1'), ['b1', broken], ...done('c1')]);
  });

  it('with one item is not retried', async () => {
    const { submit, commit, answers, batches } = recording();
    await submit('a1');
    await commit(0).fail(deadlock);
    expect(batches()).toEqual(['a1']);
    expect(answers).toEqual([['a1', deadlock]]);
  });

  it.each([
    ['a lost connection', lost],
    ['a time-out', stuck],
  ])('by %s fails immediately for all items', async (_, error) => {
    const { submit, commit, answers, batches } = recording();
    await submit('a1', 'b1', 'c1');
    await commit(0).fail(error);
    expect(batches()).toEqual(['a1 b1 c1']);
    expect(answers).toEqual(['a1', 'b1', 'c1'].map((name) => [name, error]));
  });

  it('fails immediately for the rest if the database becomes unavailable while the items are retried one by one', async () => {
    const { submit, commit, answers, batches } = recording();
    await submit('a1', 'b1', 'c1');
    await commit(0).fail(broken);
    await commit(1).succeed();
    await commit(2).fail(lost);
    expect(batches()).toEqual(['a1 b1 c1', 'a1', 'b1']);
    expect(answers).toEqual([...done('a1'), ['b1', lost], ['c1', lost]]);
  });

  it('holds its keys until the last of its items is settled', async () => {
    const { submit, commit, answers, batches } = recording();
    await submit('a1', 'b1');
    await submit('a2');
    await commit(0).fail(broken);
    await commit(1).succeed();
    expect(batches()).toEqual(['a1 b1', 'a1', 'b1']);
    await commit(2).fail(broken);
    expect(batches()).toEqual(['a1 b1', 'a1', 'b1', 'a2']);
    await commit(3).succeed();
    expect(answers).toEqual([...done('a1'), ['b1', broken], ...done('a2')]);
  });

  it('settles all items even if the commit throws synchronously', async () => {
    const group = new GroupCommit<string, { status: string }>({
      ...LIMITS,
      ...OBSERVED,
      scheduler: new CommitScheduler(),
      concurrency: 1,
      keysOf: (name) => [name],
      commit: ([name]) => {
        if (name === 'bad') throw broken;
        return Promise.resolve([{ status: 'done' }]);
      },
    });
    const answers = ['bad', 'good', 'bad'].map((name) => group.submit(name));
    expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
    ]);
  });
});
