import { resolve } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import {
  type Configuration,
  createLogger,
  loadConfiguration,
  NestLogger,
  startEmbeddedPostgres,
  Verification,
  type VerificationResult,
} from '#libs/platform';
import { AppModule } from '../app.module.js';
import { explain } from '../explain.js';
import { PROJECT_ROOT } from '../project-root.js';
import { readMigrationState } from './migration-state.js';
import { grouped } from './output.js';
import type { OperationIo } from './run-operation.js';
import { VerifyReport } from './verify-report.js';

/** Longest run of one statement, in milliseconds: some read all attempts of a large quiz, or of all. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** A snapshot, a repair, the lock of repairs, and look-ups. */
const POOL_SIZE = 4;

/** Verifies what the service keeps. @returns the exit code: 0 nothing differs (any more), 1 differences are left, 2 not checked */
export async function runVerify({ fix }: { fix: boolean }, { stdout, stderr, env }: OperationIo): Promise<number> {
  const from = performance.now();
  const report = new VerifyReport(stdout, stderr);
  try {
    const result = await withDatabase(loadConfiguration(env), stderr, (configuration) =>
      verify(configuration, fix, report),
    );
    report.end();
    stdout.write(`${summary(result, fix)} (${((performance.now() - from) / 1000).toFixed(1)} s).\n`);
    return result.left === 0 ? 0 : 1;
  } catch (error) {
    report.end();
    stderr.write(`It could not be checked. ${explain(error)}\n`);
    return 2;
  }
}

function summary({ compared, differences, left }: VerificationResult, fix: boolean): string {
  const head = `Compared ${grouped(compared)} things: `;
  if (differences === 0) return `${head}nothing differs`;
  if (!fix) return `${head}${grouped(differences)} differences; "npm run verify -- --fix" repairs them`;
  if (left === 0) return `${head}${grouped(differences)} differences, all repaired`;
  return `${head}${grouped(differences)} differences, ${grouped(left)} are left: run it once more`;
}

async function withDatabase<Result>(
  configuration: Configuration,
  log: OperationIo['stderr'],
  work: (configuration: Configuration) => Promise<Result>,
): Promise<Result> {
  if (configuration.DATABASE_URL !== undefined) return work(configuration);
  const embedded = await startEmbeddedPostgres({
    dataDirectory: resolve(PROJECT_ROOT, configuration.DATA_DIRECTORY, 'postgres'),
    log: (line) => log.write(`${line}\n`),
  });
  try {
    return await work({ ...configuration, DATABASE_URL: embedded.url });
  } finally {
    await embedded.stop();
  }
}

async function verify(configuration: Configuration, fix: boolean, report: VerifyReport): Promise<VerificationResult> {
  const own = {
    ...configuration,
    REDIS_URL: undefined,
    DATABASE_REPLICA_URL: undefined,
    DATABASE_STATEMENT_TIMEOUT_MS: STATEMENT_TIMEOUT_MS,
    DATABASE_POOL_SIZE: POOL_SIZE,
    LOG_LEVEL: 'error' as const,
  };
  const root = AppModule.forRoot(own, true);
  await refuseOtherVersions(configuration, root);
  const app = await NestFactory.createApplicationContext(root, {
    logger: new NestLogger(createLogger(own)),
    abortOnError: false,
  });
  try {
    return await app.get(Verification).run({ fix }, report);
  } finally {
    await app.close();
  }
}

/** Migrations are the service's own: a tool must not run them while instances of another version serve. */
async function refuseOtherVersions(
  { DATABASE_URL, DATABASE_CONNECT_TIMEOUT_MS }: Configuration,
  root: DynamicModule,
): Promise<void> {
  const client = new Client({
    connectionString: DATABASE_URL,
    connectionTimeoutMillis: DATABASE_CONNECT_TIMEOUT_MS,
    query_timeout: 10_000,
  });
  // A connection that is lost is told by the query that fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { pending, unknown } = await readMigrationState(client, root);
    if (unknown.length > 0) throw new Error(`The database belongs to a newer version: use its "verify".`);
    if (pending.length > 0) {
      throw new Error(`${pending.length} migrations have not run yet: start the service once, then verify.`);
    }
  } finally {
    await client.end();
  }
}
