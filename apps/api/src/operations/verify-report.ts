import cliProgress from 'cli-progress';
import type { Difference, VerificationListener } from '#libs/verification';
import { grouped, type Output } from './output.js';

const PLAIN_INTERVAL_MS = 5_000;

/** Differences that are reported one by one per check; of further ones, only the number is. */
const MAX_REPORTED = 1_000;

/** Shows the progress of a verification, as a bar if `stdout` is a terminal, otherwise as a plain line at intervals; differences on `stderr`. */
export class VerifyReport implements VerificationListener {
  private readonly bar: cliProgress.SingleBar | undefined;
  private nextLine = Date.now() + PLAIN_INTERVAL_MS;
  private what = '';
  private unreported = 0;
  private reported = 0;

  constructor(
    private readonly stdout: Output,
    private readonly stderr: Output,
  ) {
    if (stdout.isTTY !== true) return;
    const format = '{bar} {percentage}% | {what}, {compared} compared';
    this.bar = new cliProgress.SingleBar(
      { stream: stdout, clearOnComplete: true, barsize: 12, format },
      cliProgress.Presets.shades_classic,
    );
  }

  begin(what: string): void {
    this.end();
    this.what = what;
    this.reported = 0;
    if (this.bar !== undefined) this.bar.start(1, 0, { what, compared: 0 });
    else this.stdout.write(`Checking ${what} ...\n`);
  }

  progress(what: string, done: number, compared: number): void {
    this.bar?.update(done, { what, compared: grouped(compared) });
    if (this.bar !== undefined || Date.now() < this.nextLine) return;
    this.nextLine = Date.now() + PLAIN_INTERVAL_MS;
    this.stdout.write(`  ${Math.floor(100 * done)}%, ${grouped(compared)} compared\n`);
  }

  differ(what: string, { where, expected, found }: Difference): void {
    if (++this.reported > MAX_REPORTED) this.unreported++;
    else this.write(`${what}: ${where}: expected ${expected}; found ${found}`);
  }

  repairFailed(what: string, reason: string): void {
    this.write(`${what}: not repaired: ${reason}`);
  }

  /** To be called after the last check. */
  end(): void {
    this.bar?.stop();
    if (this.unreported > 0) this.stderr.write(`${this.what}: and ${grouped(this.unreported)} more\n`);
    this.unreported = 0;
  }

  /** Writes a line that the bar must not overwrite. */
  private write(line: string): void {
    this.bar?.stop();
    this.stderr.write(`${line}\n`);
    this.bar?.start(1, 0, { what: this.what, compared: '' });
  }
}
