import { Inject, Injectable, Logger, type OnModuleDestroy, Optional } from '@nestjs/common';
import { Metrics } from '#libs/observability';
import { isDatabaseUnavailable } from './database-errors.js';

/** Injection token: whether background tasks are off, as in a command that works beside running instances. */
export const IS_IDLE = Symbol('IS_IDLE');

/** The task of an instance. Times are those of `performance.now()`, undefined if there was none. */
export interface TaskState {
  readonly intervalMs: number;
  succeededAt?: number;
  failedAt?: number;
  /** When a run that may take long last completed a step. */
  progressedAt?: number;
}

/** Background tasks. Each runs at an interval, never concurrently with itself, and stops with the service. */
@Injectable()
export class Background implements OnModuleDestroy {
  private readonly logger = new Logger(Background.name);
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private readonly states = new Map<string, TaskState>();
  private readonly starts = new Map<string, () => Promise<void>>();
  private stopped = false;

  constructor(
    private readonly metrics: Metrics,
    @Optional() @Inject(IS_IDLE) private readonly isIdle = false,
  ) {}

  /**
   * Runs a task every `interval` milliseconds, for the first time after one interval.
   * @param task calls `progressed` after each step of a run that may take long, so that it is not reported as late
   * @returns a function that runs it immediately, for callers who know that there is work
   */
  every(interval: number, name: string, task: (progressed: () => void) => Promise<unknown>): () => Promise<void> {
    const state: TaskState = { intervalMs: interval };
    const progressed = () => void (state.progressedAt = performance.now());
    let current: Promise<void> | undefined;
    const count = this.counting(name);
    let isUnavailable = false;
    const run = async (): Promise<void> => {
      const begin = performance.now();
      try {
        await task(progressed);
        isUnavailable = false;
        state.succeededAt = performance.now();
        count('success', performance.now() - begin);
      } catch (error) {
        state.failedAt = performance.now();
        count('failure', performance.now() - begin);
        const wasUnavailable = isUnavailable;
        isUnavailable = isDatabaseUnavailable(error);
        if (!isUnavailable) this.logger.error(error, `${name} failed`);
        else if (!wasUnavailable) this.logger.warn(`${name}: the database is not available, trying again later`);
      }
    };
    const start = (): Promise<void> => {
      if (this.stopped) return Promise.resolve();
      current ??= this.track(run()).finally(() => (current = undefined));
      return current;
    };
    this.starts.set(name, start);
    if (!this.isIdle) {
      this.timers.set(name, setInterval(() => void start(), interval).unref());
      this.states.set(name, state);
    }
    return start;
  }

  /**
   * Runs a task in steps, so that each is short and the task ends early when the service stops.
   * @param step of the work that is left; it is repeated while it returns true
   * @returns as {@link every}
   */
  everyInSteps(interval: number, name: string, step: () => Promise<boolean>): () => Promise<void> {
    return this.every(interval, name, async (progressed) => {
      while (!this.stopped && (await step())) progressed();
    });
  }

  /**
   * Runs a task immediately, or waits for the end of its run that is in flight.
   * @throws Error if there is no task of this name
   */
  async run(name: string): Promise<void> {
    const start = this.starts.get(name);
    if (start === undefined) throw new Error(`There is no task ${name}, but ${[...this.starts.keys()].join(', ')}`);
    await start();
  }

  /** The tasks of this instance by name. */
  get tasks(): ReadonlyMap<string, Readonly<TaskState>> {
    return this.states;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers.values()) clearInterval(timer);
    await Promise.all(this.running);
  }

  /** @returns a function that counts a run, with its duration in milliseconds */
  private counting(task: string): (outcome: 'success' | 'failure', milliseconds: number) => void {
    const runs = this.metrics.counter('quiz_background_task_runs_total', 'Runs of background tasks', [
      'task',
      'outcome',
    ]);
    const duration = this.metrics
      .histogram(
        'quiz_background_task_duration_seconds',
        'How long runs of background tasks took',
        [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
        ['task'],
      )
      .labels({ task });
    const counters = { success: runs.labels(task, 'success'), failure: runs.labels(task, 'failure') };
    counters.success.inc(0);
    counters.failure.inc(0);
    return (outcome, milliseconds) => {
      counters[outcome].inc();
      duration.observe(milliseconds / 1000);
    };
  }

  private async track(work: Promise<void>): Promise<void> {
    this.running.add(work);
    await work;
    this.running.delete(work);
  }
}
