// A PostgreSQL server for one test, with WAL archive, backups and recovery.
import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountOf, freePorts, program, type Program } from './cluster/programs.js';

/** The programs that these servers need. */
export const POSTGRES_PROGRAMS: Program[] = ['initdb', 'pg_ctl', 'pg_basebackup', 'pg_dump', 'pg_restore'];

export interface PostgresServer {
  /** Of the database `quiz`, or of another one. */
  url(database?: string): string;
  /** Kills it, as a crash would. */
  kill(): Promise<void>;
}

/** A folder that the server may write to. */
export function makeFolder(): string {
  return owned(mkdtempSync(join(tmpdir(), 'quiz-postgres-')));
}

/** Runs one of PostgreSQL's programs, such as `pg_dump`. */
export async function runProgram(name: Program, ...args: string[]): Promise<void> {
  // In seconds, for `pg_ctl -w`.
  const env = { PATH: process.env.PATH, LC_ALL: 'C', PGCTLTIMEOUT: '600' };
  await promisify(execFile)(program(name), args, { ...accountOf('postgres'), cwd: '/', timeout: 600_000, env });
}

/** Creates a server's data directory, whose WAL is copied to `archive`. */
export async function initialise(data: string, archive: string): Promise<void> {
  mkdirSync(archive);
  owned(archive);
  await runProgram('initdb', '-D', data, '-U', 'quiz', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
}

/** Starts a server on existing data, and waits until it accepts connections. */
export async function startServer(data: string, settings: Record<string, string>): Promise<PostgresServer> {
  const { port = String((await freePorts(1))[0]) } = settings;
  const options = Object.entries({
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' },
    ...settings,
  }).map(([name, value]) => `-c ${name}='${value}'`);
  await runProgram('pg_ctl', 'start', '-w', '-D', data, '-l', `${data}.log`, '-o', options.join(' '));
  return {
    url: (database = 'quiz') => `postgres://quiz@127.0.0.1:${port}/${database}`,
    kill: () => runProgram('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data),
  };
}

function owned(folder: string): string {
  const account = accountOf('postgres');
  if ('uid' in account) chownSync(folder, account.uid, account.gid);
  return folder;
}
