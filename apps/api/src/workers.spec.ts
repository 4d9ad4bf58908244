import cluster from 'node:cluster';
import { EventEmitter } from 'node:events';
import timers from 'node:timers/promises';
import { loadConfiguration } from '#libs/configuration';
import { runWorkers } from './workers.js';

/** A worker without a process. */
class FakeWorker extends EventEmitter {
  readonly process: EventEmitter & { pid?: number };

  constructor(pid?: number) {
    super();
    this.process = Object.assign(new EventEmitter(), { pid, kill: () => true });
  }
}

/** Lets promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('runWorkers', () => {
  let workers: FakeWorker[];
  /** The waits so far, which take no time. */
  let waits: number[];
  let fork: jest.SpyInstance;
  let stop: AbortController;
  let ended: Promise<number>;

  beforeEach(() => {
    workers = [];
    waits = [];
    jest.spyOn(timers, 'setTimeout').mockImplementation((milliseconds = 0) => {
      waits.push(milliseconds);
      return Promise.resolve(undefined as never);
    });
    jest.spyOn(cluster, 'setupPrimary').mockReturnValue();
    fork = jest.spyOn(cluster, 'fork').mockImplementation(() => {
      const worker = new FakeWorker(workers.length + 1);
      workers.push(worker);
      return worker as never;
    });
    stop = new AbortController();
    ended = runWorkers(
      loadConfiguration({ WORKERS: '2', DATABASE_URL: 'postgres://database', LOG_LEVEL: 'silent' }),
      stop.signal,
    );
  });

  afterEach(() => jest.restoreAllMocks());

  const listen = async () => {
    workers[0]?.emit('listening');
    await settle();
  };

  const end = async (index: number, code: number | null, signal: string | null = null) => {
    workers[index]?.emit('exit', code, signal);
    await settle();
  };

  it('gives each worker its share of the connections', async () => {
    await listen();
    const settings = '{"DATABASE_URL":"postgres://database","DATABASE_POOL_SIZE":8,"WORKERS":1}';
    expect(fork.mock.calls).toEqual(Array(2).fill([{ QUIZ_WORKER_SETTINGS: settings }]));
  });

  it.each([
    [3, null, 3],
    [0, null, 1],
    [null, 'SIGKILL', 1],
  ])('fails if the first worker ends before it listens, with %s or by %s', async (code, signal, expected) => {
    await end(0, code, signal);
    expect(await ended).toBe(expected);
    expect(workers).toHaveLength(1);
  });

  it('succeeds if it has to stop before the first worker knows of signals', async () => {
    stop.abort();
    await end(0, null, 'SIGTERM');
    expect(await ended).toBe(0);
  });

  it('replaces a worker that ends, later each time, until one has lived for a minute', async () => {
    await listen();
    for (let index = 1; index <= 9; index++) await end(index, 1);
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
    const later = performance.now() + 60_001;
    jest.spyOn(performance, 'now').mockReturnValue(later);
    await end(10, 1);
    expect(waits.at(-1)).toBe(100);
    expect(workers).toHaveLength(12);
  });

  it('starts a worker later if there are no resources for it', async () => {
    await listen();
    fork.mockImplementationOnce(() => {
      throw new Error('spawn ENOMEM');
    });
    fork.mockImplementationOnce(() => {
      const worker = new FakeWorker();
      process.nextTick(() => worker.emit('error', new Error('spawn EMFILE')));
      return worker as never;
    });
    await end(1, null, 'SIGKILL');
    expect(waits).toEqual([100, 200, 400]);
    stop.abort();
    await end(0, 0);
    await end(2, 0);
    expect(await ended).toBe(0);
  });

  it('returns the highest exit code of the workers', async () => {
    await listen();
    stop.abort();
    await end(0, 1);
    await end(1, 0);
    expect(await ended).toBe(1);
  });
});
