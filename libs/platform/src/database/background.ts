import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { isDatabaseUnavailable } from './database-errors.js';

/** Work beside the requests: each task runs again and again, never twice at once, and ends with the service. */
@Injectable()
export class Background implements OnModuleDestroy {
  private readonly logger = new Logger(Background.name);
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  /**
   * Runs a task every `interval` milliseconds, for the first time after one interval.
   * @returns a function that runs it at once, for when there is known to be work
   */
  every(interval: number, name: string, task: () => Promise<unknown>): () => Promise<void> {
    let underWay: Promise<void> | undefined;
    const run = async (): Promise<void> => {
      try {
        await task();
      } catch (error) {
        if (isDatabaseUnavailable(error))
          this.logger.warn(`${name}: the database is not available, trying again later`);
        else this.logger.error(error, `${name} failed`);
      }
    };
    const start = (): Promise<void> => {
      if (this.stopped) return Promise.resolve();
      underWay ??= this.track(run()).finally(() => (underWay = undefined));
      return underWay;
    };
    this.timers.set(name, setInterval(() => void start(), interval).unref());
    return start;
  }

  /** Whether the service is stopping: a long task ends at its next step. */
  get isStopping(): boolean {
    return this.stopped;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers.values()) clearInterval(timer);
    await Promise.all(this.running);
  }

  private async track(work: Promise<void>): Promise<void> {
    this.running.add(work);
    await work;
    this.running.delete(work);
  }
}
