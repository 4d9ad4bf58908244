import { parseArgs } from 'node:util';
import { runCreateAdministrator } from './create-administrator.js';
import { runDoctor } from './doctor.js';
import { runMigrate } from './migrate.js';
import type { OperationIo, Output } from './output.js';
import { runResetSecondFactor } from './reset-second-factor.js';
import { runVerify } from './verify.js';

const HELP = `Usage: npm run verify [-- --fix]
       npm run doctor [-- --instances N]
       npm run migrate
       npm run reset-second-factor -- EMAIL
       npm run create-administrator -- EMAIL

verify  compares the data that follow from attempts (standings, counts, indexes of long lists) with the
        attempts, and reports each difference. The service can keep running.
        --fix          repairs the differences

        Exit code: 0 no differences are left, 1 differences are left, 2 the check could not run.

doctor  checks the configuration, the database, its replica and Redis, and advises on each problem.
        --instances N  the number of instances on the database, to check its connection limit (default 1)

        Exit code: 0 no problem (there may be warnings), 1 a problem, 2 wrong usage.

migrate  runs the migrations that have not run yet, so that the next start of the service finds none.

        Exit code: 0 the database is up to date, 2 the command failed.

reset-second-factor  removes the second factor of a user who has lost it, for when no other administrator can. Ends
        their sessions.

        Exit code: 0 it was reset, 1 there is no such user or no second factor, 2 the command failed.

create-administrator  creates an administrator, or makes an existing user one, for when none can sign in. Sets the
        password, ends a suspension and their sessions. The password is NEW_PASSWORD of the environment; without it the
        command asks on a terminal, or reads a line of standard input.

        Exit code: 0 done, 2 the command failed.

All commands read the same environment variables as the service.
`;

/**
 * @param argv the operation and its options
 * @returns the exit code
 */
export async function runOperation(argv: string[], io: OperationIo): Promise<number> {
  const [operation, ...args] = argv;
  try {
    const { values, positionals } = parseOptions(operation, args);
    if (values.help === true) return say(io.stdout, HELP, 0);
    if (operation === 'verify') return await runVerify({ fix: values.fix === true }, io);
    if (operation === 'doctor') return await runDoctor({ instances: parseInstances(values.instances) }, io);
    if (operation === 'migrate') return await runMigrate(io);
    if (operation === 'create-administrator') return await runCreateAdministrator(parseEmail(positionals), io);
    if (operation === 'reset-second-factor') return await runResetSecondFactor(parseEmail(positionals), io);
  } catch (error) {
    if (!isUsageError(error)) throw error;
    return say(io.stderr, `${HELP}\n${error.message}\n`, 2);
  }
  return say(io.stderr, HELP, 2);
}

interface Option {
  type: 'boolean' | 'string';
  short?: string;
}

const OPTIONS: Record<string, Record<string, Option>> = {
  verify: { fix: { type: 'boolean' } },
  doctor: { instances: { type: 'string' } },
};

function parseOptions(operation = '', args: string[]) {
  const options: Record<string, Option> = { help: { type: 'boolean', short: 'h' }, ...OPTIONS[operation] };
  const allowPositionals = operation === 'reset-second-factor' || operation === 'create-administrator';
  const { values, positionals } = parseArgs({ args, options, allowPositionals });
  return { values: values as Record<string, string | boolean | undefined>, positionals };
}

class UsageError extends Error {}

const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

function parseInstances(value: string | boolean | undefined): number {
  const instances = Number(value ?? 1);
  if (!Number.isInteger(instances) || instances < 1) throw new UsageError('--instances must be a whole number from 1');
  return instances;
}

function parseEmail([email, ...rest]: string[]): string {
  if (email === undefined || rest.length > 0) throw new UsageError('Give the email of one user');
  return email;
}

function say(output: Output, text: string, exitCode: number): number {
  output.write(text);
  return exitCode;
}
