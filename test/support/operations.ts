import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runOperation } from '../../apps/api/src/operations/run-operation.js';

export interface OperationResult {
  exitCode: number;
  out: string;
  /** Lines of standard error. */
  errors: string[];
}

/** Runs a tool of who runs the service, without a terminal. */
export async function operate(args: string[], env: Record<string, string | undefined>): Promise<OperationResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const reads = Promise.all([text(stdout), text(stderr)]);
  const exitCode = await runOperation(args, { stdout, stderr, env });
  stdout.end();
  stderr.end();
  const [out, errors] = await reads;
  return { exitCode, out, errors: errors.split('\n').filter((line) => line !== '') };
}

/** Verifies what is kept in a database. @returns the exit code, what was found to differ, and the last line */
export async function verify(databaseUrl: string, ...args: string[]) {
  const { exitCode, out, errors } = await operate(['verify', ...args], { DATABASE_URL: databaseUrl });
  return { exitCode, differences: errors.sort(), summary: out.trim().split('\n').at(-1) ?? '' };
}
