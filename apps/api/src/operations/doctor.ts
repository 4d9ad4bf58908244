import { findEmbeddedPostgres } from '#libs/embedded-postgres';
import type { Configuration } from '#libs/configuration';
import { embeddedFolder } from '../with-database.js';
import { checkConfiguration } from './doctor/configuration.js';
import { checkDatabase } from './doctor/database.js';
import { type Finding, type Level, ok, problem } from './doctor/finding.js';
import { checkRedis } from './doctor/redis.js';
import { checkReplica } from './doctor/replica.js';
import type { OperationIo } from './output.js';

/** Checks what the service does not notice by itself. @returns the exit code: 0 no problem, 1 a problem */
export async function runDoctor({ instances }: { instances: number }, { stdout, env }: OperationIo): Promise<number> {
  const { findings, configuration } = checkConfiguration(env);
  if (configuration !== undefined) findings.push(...(await checkServers(configuration, instances)));
  for (const finding of findings) stdout.write(`${lineOf(finding)}\n`);
  stdout.write(`\n${countOf('problem', findings)}, ${countOf('warning', findings)}.\n`);
  return findings.some(({ level }) => level === 'problem') ? 1 : 0;
}

async function checkServers(configuration: Configuration, instances: number): Promise<Finding[]> {
  const { DATABASE_URL, DATABASE_REPLICA_URL, REDIS_URL } = configuration;
  const checks: [string, () => Promise<Finding[]>][] = [
    ['Database', () => checkDatabaseOf(configuration, instances)],
    ['Replica', async () => (DATABASE_REPLICA_URL ? checkReplica(DATABASE_REPLICA_URL, DATABASE_URL) : [])],
    [
      'Redis',
      async () =>
        REDIS_URL ? checkRedis(REDIS_URL) : [ok('Redis', 'none: each instance counts rate limits for itself')],
    ],
  ];
  const found = await Promise.all(
    checks.map(([subject, check]) =>
      check().catch((error: unknown) => {
        const { code, message } = error as NodeJS.ErrnoException;
        return [problem(subject, `cannot be checked: ${message || code}`, 'start the server, or correct its URL')];
      }),
    ),
  );
  return found.flat();
}

async function checkDatabaseOf(configuration: Configuration, instances: number): Promise<Finding[]> {
  const url = configuration.DATABASE_URL ?? (await findEmbeddedPostgres(embeddedFolder(configuration)));
  if (url !== undefined) return checkDatabase(url, configuration, instances);
  return [ok('Database', 'an embedded one, which runs while the service runs')];
}

function countOf(level: Level, findings: readonly Finding[]): string {
  const count = findings.filter((one) => one.level === level).length;
  return `${count} ${level}${count === 1 ? '' : 's'}`;
}

function lineOf({ level, subject, text, advice }: Finding): string {
  const line = `${level.padEnd(7)}  ${subject}: ${text}`;
  return advice === undefined ? line : `${line}\n         → ${advice}`;
}
