import type { Writable } from 'node:stream';
import cliProgress from 'cli-progress';
import type { Outcome } from './send-line.js';

const PLAIN_INTERVAL_MS = 5000;

export type Output = Writable & { isTTY?: boolean };

/** Counts outcomes and shows them: as a bar if `stdout` is a terminal, otherwise as a plain line at intervals. */
export class Progress {
  private readonly startedAt = Date.now();
  private readonly tally: Record<Outcome['kind'], number> = { created: 0, 'already there': 0, rejected: 0 };
  private wait = { until: 0, reason: '' };
  private readonly bar: cliProgress.SingleBar | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param total lines to send, if known */
  constructor(
    private readonly stdout: Output,
    private readonly stderr: Output,
    private readonly total: number | undefined,
  ) {
    if (stdout.isTTY) {
      this.bar = new cliProgress.SingleBar(
        {
          stream: stdout,
          clearOnComplete: true,
          barsize: 12,
          format: (options, { progress }) => this.barText(options, progress),
        },
        cliProgress.Presets.shades_classic,
      );
      this.bar.start(total ?? 0, 0);
    } else {
      this.timer = setInterval(() => this.writePlain(), PLAIN_INTERVAL_MS);
    }
  }

  get rejected(): number {
    return this.tally.rejected;
  }

  count(outcome: Outcome): void {
    this.tally[outcome.kind] += 1;
    this.bar?.update(this.done);
  }

  /** Writes text that the bar must not overwrite. */
  report(text: string): void {
    // The bar moves the cursor back to its start, so it must start below the text.
    this.bar?.stop();
    this.stderr.write(`${text}\n`);
    this.bar?.start(this.total ?? 0, this.done);
  }

  /** Shows that lines wait until `until`, in Unix milliseconds. Of several waits it shows the longest. */
  waiting(until: number, reason: string): void {
    const waits = this.wait.until > Date.now();
    if (until > this.wait.until) this.wait = { until, reason };
    if (!this.bar && !waits) this.writePlain();
  }

  stop(): void {
    this.bar?.stop();
    clearInterval(this.timer);
  }

  /** `2,621 lines: 2,619 created, 0 already there, 2 rejected`; with the total in front where lines are left. */
  summary(): string {
    const left = this.total !== undefined && this.done < this.total;
    return `${format(this.done)}${left ? ` of ${format(this.total)}` : ''} lines: ${this.counts}`;
  }

  private get done(): number {
    return this.tally.created + this.tally['already there'] + this.tally.rejected;
  }

  private get counts(): string {
    const { created, 'already there': alreadyThere, rejected } = this.tally;
    return `${format(created)} created, ${format(alreadyThere)} already there, ${format(rejected)} rejected`;
  }

  private get position(): string {
    return this.total === undefined ? format(this.done) : `${format(this.done)}/${format(this.total)}`;
  }

  /** The reason of a wait, otherwise the speed. */
  private get pace(): string {
    const now = Date.now();
    if (this.wait.until > now) return `waiting ${Math.ceil((this.wait.until - now) / 1000)} s ${this.wait.reason}`;
    return `${((this.done * 1000) / Math.max(1, now - this.startedAt)).toFixed(1)} lines/s`;
  }

  private barText(options: cliProgress.Options, progress: number): string {
    const bar = this.total === undefined ? '' : `${cliProgress.Format.BarFormat(progress, options)} `;
    return `${bar}${this.position} | ${this.pace} | ${this.counts}`;
  }

  private writePlain(): void {
    this.stdout.write(`${this.position} lines, ${this.pace}: ${this.counts}\n`);
  }
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}
