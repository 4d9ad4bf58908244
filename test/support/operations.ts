import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Difference, Verification } from '#libs/verification';
import { runOperation } from '../../apps/api/src/operations/run-operation.js';
import { LONG_TIMEOUTS } from './long-timeouts.js';
import { freePort } from './redis.js';
import type { Service } from './service.js';

export interface OperationResult {
  exitCode: number;
  out: string;
  /** Lines of standard error. */
  errors: string[];
}

/** Runs an operator's command without a terminal, with long timeouts. @param input its standard input */
export async function operate(
  args: string[],
  env: Record<string, string | undefined>,
  input = '',
): Promise<OperationResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const reads = Promise.all([text(stdout), text(stderr)]);
  const exitCode = await runOperation(args, {
    stdin: Readable.from([input]),
    stdout,
    stderr,
    env: { ...LONG_TIMEOUTS, ...env },
  });
  stdout.end();
  stderr.end();
  const [out, errors] = await reads;
  return { exitCode, out, errors: errors.split('\n').filter((line) => line !== '') };
}

/**
 * Runs the consistency checks on a database.
 * @returns the exit code, the differences and the last line
 * @throws what the command says if it cannot check
 */
export async function verify(databaseUrl: string, ...args: string[]) {
  const { exitCode, out, errors } = await operate(['verify', ...args], { DATABASE_URL: databaseUrl });
  if (exitCode === 2) throw new Error(errors.join('\n'));
  return { exitCode, differences: errors.sort(), summary: out.trim().split('\n').at(-1) ?? '' };
}

const nothing = () => undefined;
const SILENT = { begin: nothing, progress: nothing, differ: nothing, repairFailed: nothing };

/** Runs the consistency checks of a service within it: the command would start another one. @returns the differences */
export async function findDifferences({ app }: Pick<Service, 'app'>): Promise<Difference[]> {
  const differences: Difference[] = [];
  await app.get(Verification).run({ fix: false }, { ...SILENT, differ: (one) => differences.push(one) });
  return differences;
}

/** Repairs what differs in the database of a service, by the checks of its modules. */
export const repair = ({ app }: Pick<Service, 'app'>) => app.get(Verification).run({ fix: true }, SILENT);

/** A password that no output may contain. */
export const SECRET = 'secret-word-of-a-test';

/** Runs the doctor, for a free port. @returns its lines by their subjects, and the exit code */
export async function examine(env: Record<string, string>, ...args: string[]) {
  const from = performance.now();
  const { exitCode, out, errors } = await operate(['doctor', ...args], { PORT: String(await freePort()), ...env });
  expect(errors).toEqual([]);
  expect(out).not.toContain(SECRET);
  expect(performance.now() - from).toBeLessThan(120_000);
  const lines = new Map<string, string>();
  for (const [, level, subject = '', text] of out.matchAll(/^(ok|warning|problem) +([^:]+): (.*(?:\n +→ .*)?)$/gm)) {
    lines.set(subject, `${level} ${text?.replace(/\n +→ /, ' → ')}`);
  }
  return { exitCode, lines, out };
}
