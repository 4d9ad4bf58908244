// A PostgreSQL server of a test's own, from the programs of a Debian package: with WAL archive, backups and recovery.
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './redis.js';

const VERSIONS = '/usr/lib/postgresql';

/** Folder of the newest programs that are installed; PostgreSQL 15 or later. */
const PROGRAMS = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
  .map(Number)
  .filter((version) => version >= 15)
  .sort((one, other) => other - one)
  .map((version) => join(VERSIONS, String(version), 'bin'))
  .find((bin) => existsSync(join(bin, 'pg_basebackup')) && existsSync(join(bin, 'initdb')));

/** A describe that needs PostgreSQL's programs. Without them its tests are left out, and say so; where CI is true they fail. */
export function describeWithPostgresPrograms(name: string, tests: () => void): void {
  if (PROGRAMS === undefined && process.env.CI !== 'true') {
    process.stderr.write(`PostgreSQL's programs are not in ${VERSIONS}: the tests of "${name}" are left out\n`);
    describe.skip(name, tests);
  } else {
    describe(name, tests);
  }
}

/** PostgreSQL does not run as root. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

/** A folder that the server may write to. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quiz-cluster-'));
  const owner = account();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs one of PostgreSQL's programs, such as `pg_dump`. */
export async function runProgram(program: string, ...args: string[]): Promise<void> {
  if (PROGRAMS === undefined) throw new Error(`There are no programs of PostgreSQL in ${VERSIONS}`);
  const options = { ...account(), cwd: '/', timeout: 120_000, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  await promisify(execFile)(join(PROGRAMS, program), args, options);
}

export interface Cluster {
  /** Of the database `quiz`, or of another one. */
  url(database?: string): string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

/** Makes a server's data, whose WAL is copied to `archive`. */
export async function initialise(data: string, archive: string): Promise<void> {
  mkdirSync(archive);
  const owner = account();
  if (owner !== undefined) chownSync(archive, owner.uid, owner.gid);
  await runProgram('initdb', '-D', data, '-U', 'quiz', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
}

/** Starts a server on data that are there, and waits until it takes connections. */
export async function startCluster(data: string, settings: Record<string, string>): Promise<Cluster> {
  const port = await freePort();
  const options = Object.entries({
    ...{ port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' },
    ...settings,
  }).map(([name, value]) => `-c ${name}='${value}'`);
  await runProgram('pg_ctl', 'start', '-w', '-D', data, '-l', `${data}.log`, '-o', options.join(' '));
  return {
    url: (database = 'quiz') => `postgres://quiz@127.0.0.1:${port}/${database}`,
    kill: () => runProgram('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data),
  };
}
