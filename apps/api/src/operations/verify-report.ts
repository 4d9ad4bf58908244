import type { Difference, VerificationListener } from '#libs/verification';
import { grouped, type Output } from './output.js';

const INTERVAL_MS = 5_000;

/** Differences that are reported one by one per check; of further ones, only the number is. */
const MAX_REPORTED = 1_000;

/** Writes the progress of a verification to `stdout`, at intervals, and its differences to `stderr`. */
export class VerifyReport implements VerificationListener {
  private nextLine = Date.now() + INTERVAL_MS;
  private what = '';
  private reported = 0;

  constructor(
    private readonly stdout: Output,
    private readonly stderr: Output,
  ) {}

  begin(what: string): void {
    this.end();
    this.what = what;
    this.stdout.write(`Checking ${what} ...\n`);
  }

  progress(done: number, compared: number): void {
    if (Date.now() < this.nextLine) return;
    this.nextLine = Date.now() + INTERVAL_MS;
    this.stdout.write(`  ${Math.floor(100 * done)}%, ${grouped(compared)} compared\n`);
  }

  differ({ where, expected, found }: Difference): void {
    if (++this.reported > MAX_REPORTED) return;
    this.stderr.write(`${this.what}: ${where}: expected ${expected}; found ${found}\n`);
  }

  repairFailed(reason: string): void {
    this.stderr.write(`${this.what}: not repaired: ${reason}\n`);
  }

  /** To be called after the last check. */
  end(): void {
    const more = this.reported - MAX_REPORTED;
    if (more > 0) this.stderr.write(`${this.what}: and ${grouped(more)} more\n`);
    this.reported = 0;
  }
}
