import { loadConfiguration } from '#libs/configuration';
import { Verification, type VerificationResult } from '#libs/verification';
import { explain } from '../explain.js';
import { grouped, type OperationIo } from './output.js';
import { VerifyReport } from './verify-report.js';
import { withService } from './with-service.js';

/** Longer than those of requests, in milliseconds: some statements read all attempts, and the instances may be busy. */
const TIMEOUTS = {
  DATABASE_STATEMENT_TIMEOUT_MS: 600_000,
  DATABASE_LOCK_TIMEOUT_MS: 60_000,
  DATABASE_CONNECT_TIMEOUT_MS: 60_000,
};

/** Runs the consistency checks. @returns the exit code: 0 no differences are left, 1 differences are left, 2 the check could not run */
export async function runVerify({ fix }: { fix: boolean }, { stdout, stderr, env }: OperationIo): Promise<number> {
  const from = performance.now();
  const report = new VerifyReport(stdout, stderr);
  try {
    const configuration = { ...loadConfiguration(env), ...TIMEOUTS };
    const result = await withService(configuration, stderr, (service) =>
      service.get(Verification).run({ fix }, report),
    );
    report.end();
    stdout.write(`${summary(result, fix)} (${((performance.now() - from) / 1000).toFixed(1)} s).\n`);
    return result.left === 0 ? 0 : 1;
  } catch (error) {
    report.end();
    stderr.write(`The check could not run. ${explain(error)}\n`);
    return 2;
  }
}

function summary({ compared, differences, left }: VerificationResult, fix: boolean): string {
  const head = `Compared ${grouped(compared)} rows: `;
  if (differences === 0) return `${head}no differences`;
  if (!fix) return `${head}${grouped(differences)} differences; "npm run verify -- --fix" repairs them`;
  if (left === 0) return `${head}${grouped(differences)} differences, all repaired`;
  return `${head}${grouped(differences)} differences, ${grouped(left)} are left: run the command again`;
}
