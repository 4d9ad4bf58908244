import { possibleConnections, TimeoutError, withTimeout } from '#libs/traffic';
import { checkConfiguration } from './doctor/configuration.js';
import { checkDatabase } from './doctor/database.js';
import { checkEmbedded } from './doctor/embedded.js';
import { type Finding, type Level, ok, problem } from './doctor/finding.js';
import { checkPages, checkPort, judgeNode, judgeOpenFiles } from './doctor/machine.js';
import { checkReplica } from './doctor/replica.js';
import { checkRedis } from './doctor/redis.js';
import type { OperationIo } from './output.js';

/** Time limit of each check, in milliseconds. */
const TIMEOUT_MS = 9_000;

/** Checks everything that the service needs. @returns the exit code: 0 no problem, 1 a problem */
export async function runDoctor({ instances }: { instances: number }, { stdout, env }: OperationIo): Promise<number> {
  const { findings, configuration, invalid } = checkConfiguration(env);
  const { DATABASE_URL, DATABASE_REPLICA_URL, REDIS_URL } = configuration;
  // An invalid variable has its default here: a check of that would mislead.
  const checkUnlessInvalid = async (subject: string, names: string[], check: () => Promise<Finding[]>) =>
    names.some((name) => invalid.has(name)) ? [] : inTime(subject, check);
  const parts = await Promise.all([
    checkUnlessInvalid('Open files', ['MAX_CONNECTIONS', 'DATABASE_POOL_SIZE', 'DATABASE_REPLICA_URL'], () =>
      Promise.resolve([judgeOpenFiles(possibleConnections(configuration), configuration)]),
    ),
    checkUnlessInvalid('Port', ['PORT', 'HOST'], async () => [await checkPort(configuration)]),
    checkUnlessInvalid('Database', ['DATABASE_URL', 'DATA_DIRECTORY'], () =>
      DATABASE_URL === undefined
        ? checkEmbedded(configuration, instances)
        : checkDatabase(DATABASE_URL, configuration, instances),
    ),
    checkUnlessInvalid('Replica', ['DATABASE_URL', 'DATABASE_REPLICA_URL'], async () =>
      DATABASE_REPLICA_URL === undefined || DATABASE_URL === undefined
        ? []
        : checkReplica(DATABASE_REPLICA_URL, DATABASE_URL),
    ),
    checkUnlessInvalid('Redis', ['REDIS_URL'], async () =>
      REDIS_URL === undefined
        ? [ok('Redis', 'none: each instance counts rate limits for itself')]
        : checkRedis(REDIS_URL),
    ),
  ]);
  const all = [...findings, judgeNode(process.versions.node), checkPages(), ...parts.flat()];
  for (const finding of all) stdout.write(`${lineOf(finding)}\n`);
  stdout.write(`\n${countOf('problem', all)}, ${countOf('warning', all)}.\n`);
  return all.some(({ level }) => level === 'problem') ? 1 : 0;
}

function countOf(level: Level, findings: readonly Finding[]): string {
  const count = findings.filter((one) => one.level === level).length;
  return `${count} ${level}${count === 1 ? '' : 's'}`;
}

function lineOf({ level, subject, text, advice }: Finding): string {
  const line = `${level.padEnd(7)}  ${subject}: ${text}`;
  return advice === undefined ? line : `${line}\n         → ${advice}`;
}

async function inTime(subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await withTimeout(TIMEOUT_MS, check());
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    return [problem(subject, `no answer within ${TIMEOUT_MS / 1_000} s`, 'find out what keeps it busy')];
  }
}
