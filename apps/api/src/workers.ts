// Several processes that serve on one port, by Node's cluster. Their primary process serves nothing.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Configuration, ConfigurationError } from '#libs/configuration';
import { openLog, relayLog, WorkerMetrics } from '#libs/observability';
import { MemoryWindowCounter, serveCounts } from '#libs/traffic';
import { Channel, WORKER } from '#libs/workers';
import { workerEnvironment } from './worker-settings.js';

/** Wait before the restart of a worker, in milliseconds. It doubles each time that one ends which did not live for the stated time. */
const SHORTEST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;
const STABLE_MS = 60_000;

/** At the end, the log may take so long to write the last lines of the workers, in milliseconds. */
const LOG_MS = 1_000;

interface RunningWorker {
  worker: Worker;
  /** The exit code. */
  exit: Promise<number>;
}

/**
 * Runs the workers until `stopping` is aborted and all of them have stopped. A worker that ends otherwise is replaced.
 * @returns the exit code: that of the first worker if it cannot start, which the worker has explained, or else the highest one
 */
export async function runWorkers(configuration: Configuration, stopping: AbortSignal): Promise<number> {
  if (cluster.isWorker) throw new ConfigurationError('WORKERS must be 1 where another program starts the workers');
  // This process could hand over one connection per turn of a worker's event loop.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ args: [WORKER], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  // A worker whose event loop is blocked would outlive this process.
  process.once('exit', () => signalAll('SIGKILL'));
  stopping.addEventListener('abort', () => signalAll('SIGTERM'));
  const workers = new Workers(configuration, stopping);
  try {
    // The others find a migrated database. If they could not start, neither could this one.
    const first = workers.start();
    const code = await Promise.race([first.exit, once(first.worker, 'listening').then(() => undefined)]);
    if (code !== undefined) return stopping.aborted ? code : code || 1;
    const others = stopping.aborted ? 0 : configuration.WORKERS - 1;
    const supervised = Array.from({ length: others }, () => workers.supervise());
    return Math.max(...(await Promise.all([workers.supervise(first), ...supervised])));
  } finally {
    await workers.finishLog();
  }
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}

class Workers {
  private readonly log: ReturnType<typeof openLog>;
  private readonly counter = new MemoryWindowCounter();
  private readonly metrics = new WorkerMetrics();
  private readonly relays = new Set<Promise<void>>();
  private readonly environment: Record<string, string>;

  constructor(
    configuration: Configuration,
    private readonly stopping: AbortSignal,
  ) {
    this.log = openLog(configuration);
    this.environment = workerEnvironment(configuration);
  }

  /** @throws Error if there is no memory for it. For want of other resources, the worker has an error and no end. */
  start(): RunningWorker {
    const worker = cluster.fork(this.environment);
    const exit = this.exitOf(worker);
    const channel = new Channel(worker.process);
    serveCounts(channel, this.counter);
    worker.once('listening', () => this.metrics.add(channel));
    worker.once('exit', () => this.metrics.remove(channel));
    // Without resources for the process there is no stream, whatever the type says.
    if (worker.process.stdout) this.relay(worker.process.stdout);
    return { worker, exit };
  }

  /**
   * Replaces a worker that ends, and its successors.
   * @param running by default a new one
   * @returns the exit code of the last one, after it has stopped
   */
  async supervise(running?: RunningWorker): Promise<number> {
    let current = running;
    let wait = SHORTEST_WAIT_MS;
    for (;;) {
      const begin = performance.now();
      const code = await this.run(current);
      if (this.stopping.aborted) return code;
      if (performance.now() - begin > STABLE_MS) wait = SHORTEST_WAIT_MS;
      try {
        await sleep(wait, undefined, { signal: this.stopping });
      } catch {
        return 0; // It stops.
      }
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      this.metrics.countRestart();
      current = undefined;
    }
  }

  async finishLog(): Promise<void> {
    await Promise.race([Promise.all(this.relays), sleep(LOG_MS)]);
  }

  /** @returns the exit code, after the worker has ended */
  private async run(running?: RunningWorker): Promise<number> {
    try {
      return await (running ?? this.start()).exit;
    } catch (error) {
      this.logError(`A worker cannot start: ${(error as Error).message}`);
      return 1;
    }
  }

  private exitOf(worker: Worker): Promise<number> {
    return new Promise((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => {
        if (!this.stopping.aborted) this.logError(`Worker ${worker.process.pid} ended (${signal ?? code})`);
        // Such as one that was still starting when it had to stop.
        resolve(code ?? (signal === 'SIGTERM' ? 0 : 1));
      });
      worker.on('error', (error) => {
        this.logError(`Worker ${worker.process.pid ?? 'without a process'} failed: ${error.message}`);
        if (worker.process.pid === undefined) resolve(1);
      });
    });
  }

  private logError(message: string): void {
    this.log.logger.error({ context: 'Workers' }, message);
  }

  private relay(output: Readable): void {
    const relay = relayLog(output, this.log.stream)
      .catch((error: unknown) => this.logError(`The log of a worker ended: ${(error as Error).message}`))
      .finally(() => this.relays.delete(relay));
    this.relays.add(relay);
  }
}
