// Several processes that serve on one port, by Node's cluster. Their primary process serves nothing.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '#libs/configuration';
import { findEmbeddedPostgres } from '#libs/embedded-postgres';
import { openLog, relayLog, WorkerMetrics } from '#libs/observability';
import { countFor, MemoryWindowCounter } from '#libs/traffic';
import { Channel } from '#libs/workers';
import { embeddedFolder } from './with-database.js';

/** Wait before the restart of a worker, in milliseconds. It doubles each time that one ends which did not live for the stated time. */
const SHORTEST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;
const STABLE_MS = 60_000;

/** At the end, the log may take so long to write the last lines of the workers, in milliseconds. */
const LOG_MS = 1_000;

/**
 * Runs the workers until `stopping` is aborted and all of them have stopped. A worker that ends otherwise is replaced.
 * @returns the exit code: that of the first worker if it cannot start, which the worker has explained
 */
export async function runWorkers(configuration: Configuration, stopping: AbortSignal): Promise<number> {
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const workers = new Workers(configuration, stopping);
  // The others find a migrated database. If they could not start, neither could this one.
  const first = workers.start();
  const exit = once(first, 'exit') as Promise<[code: number | null]>;
  const ended = await Promise.race([exit, once(first, 'listening').then(() => undefined)]);
  if (ended !== undefined) return stopping.aborted ? 0 : (ended[0] ?? 1);
  const others = Array.from({ length: configuration.WORKERS - 1 }, () => workers.start());
  await Promise.all([first, ...others].map((worker) => workers.keep(worker)));
  await workers.finishLog();
  return 0;
}

/** The configuration of a worker: with its share of the connections, and the database of the primary process. */
export async function asWorker(given: Configuration): Promise<Configuration> {
  const url = given.DATABASE_URL ?? (await findEmbeddedPostgres(embeddedFolder(given)));
  if (url === undefined) throw new Error('The embedded PostgreSQL does not run');
  return {
    ...given,
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: Math.floor(given.DATABASE_POOL_SIZE / given.WORKERS),
  };
}

class Workers {
  private readonly log: ReturnType<typeof openLog>;
  private readonly counter = new MemoryWindowCounter();
  private readonly metrics = new WorkerMetrics();
  private readonly relays = new Set<Promise<void>>();

  constructor(
    configuration: Configuration,
    private readonly stopping: AbortSignal,
  ) {
    this.log = openLog(configuration);
    stopping.addEventListener('abort', () => {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    });
  }

  start(): Worker {
    const worker = cluster.fork();
    const channel = new Channel(worker.process);
    countFor(channel, this.counter);
    worker.once('listening', () => this.metrics.add(channel));
    worker.once('exit', () => void this.metrics.remove(channel));
    if (worker.process.stdout !== null) this.relay(relayLog(worker.process.stdout, this.log.stream));
    return worker;
  }

  /** Replaces a worker that ends, and so on. @returns after the last one has stopped */
  async keep(worker: Worker): Promise<void> {
    let current = worker;
    let wait = SHORTEST_WAIT_MS;
    for (;;) {
      const begin = performance.now();
      const [code, signal] = (await once(current, 'exit')) as [number | null, string | null];
      if (this.stopping.aborted) return;
      if (performance.now() - begin > STABLE_MS) wait = SHORTEST_WAIT_MS;
      this.log.logger.error({ context: 'Workers' }, `Worker ${current.process.pid} ended (${signal ?? code})`);
      try {
        await sleep(wait, undefined, { signal: this.stopping });
      } catch {
        return; // It stops.
      }
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      this.metrics.countRestart();
      current = this.start();
    }
  }

  async finishLog(): Promise<void> {
    await Promise.race([Promise.all(this.relays), sleep(LOG_MS)]);
  }

  private relay(relay: Promise<void>): void {
    this.relays.add(relay);
    void relay.finally(() => this.relays.delete(relay));
  }
}
