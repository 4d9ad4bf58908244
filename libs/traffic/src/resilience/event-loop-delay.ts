import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the delay is read, in milliseconds. */
const SAMPLE_MS = 1_000;

/** How often it is measured, in milliseconds; the measured time includes it. */
const RESOLUTION_MS = 10;

/** The mean delay of the event loop over the last second. */
export class EventLoopDelay {
  /** In milliseconds; 0 before the first second is over. */
  milliseconds = 0;
  private readonly histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private timer: NodeJS.Timeout | undefined;

  start(): void {
    this.histogram.enable();
    this.timer = setInterval(() => this.read(), SAMPLE_MS).unref();
  }

  stop(): void {
    this.histogram.disable();
    clearInterval(this.timer);
  }

  private read(): void {
    const { count, mean } = this.histogram;
    // Nothing was measured if the event loop was blocked between two readings.
    this.milliseconds = count === 0 ? SAMPLE_MS : mean / 1e6 - RESOLUTION_MS;
    this.histogram.reset();
  }
}
