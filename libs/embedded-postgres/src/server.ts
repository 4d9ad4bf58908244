// The embedded server's process: launches it, reads its lock file, shuts it down.
import { type ExecFileException, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENVIRONMENT, type Cluster } from './cluster.js';
import { errorCode, run } from './installation.js';

/** A launched server; `exit` resolves to how it ended, with the end of its log. */
export type Launched = { pid: number | undefined; exit?: string };

/** A lock file older than this, whose server does not answer, is from a killed server. */
const STALE_AFTER_MS = 5_000;
/** Longer than a launch takes to write the new lock file. */
const TURN_LIMIT_MS = 5_000;
const MAX_LOG_BYTES = 5_000_000;

/** Signals that a terminal sends to all processes in its foreground. */
const TERMINAL_SIGNALS = new Set<unknown>(['SIGINT', 'SIGHUP']);

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

type LockFile = { pid: number; port: number; ageMs: number };

/** Process (line 1) and port (line 4; 0 if not written yet) of postmaster.pid, and the age of the file. */
export async function readLockFile(cluster: Pick<Cluster, 'data'>): Promise<LockFile | undefined> {
  const path = join(cluster.data, 'postmaster.pid');
  try {
    const lines = (await fs.readFile(path, 'utf8')).split('\n');
    const { mtimeMs } = await fs.stat(path);
    return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Launches a server on a free port; returns once it has written its lock file or ended, long before it is ready.
 * @returns undefined if another service is launching one
 */
export async function launch(cluster: Cluster): Promise<Launched | undefined> {
  // Only one launch at a time: of two servers that find the same stale lock file, one could delete the other's new one.
  const turn = join(cluster.home, 'launching');
  if (!(await takeTurn(turn))) return undefined;
  try {
    const launched = await spawnServer(cluster);
    const deadline = Date.now() + TURN_LIMIT_MS / 2;
    while (launched.exit === undefined && Date.now() < deadline) {
      if ((await readLockFile(cluster))?.pid === launched.pid) break;
      await sleep(10);
    }
    return launched;
  } finally {
    await fs.rm(turn, { recursive: true, force: true });
  }
}

async function takeTurn(folder: string): Promise<boolean> {
  try {
    await fs.mkdir(folder);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  const isAbandoned = Math.abs(Date.now() - since) > TURN_LIMIT_MS; // its service was killed
  if (isAbandoned) await fs.rm(folder, { recursive: true, force: true });
  return false;
}

async function spawnServer(cluster: Cluster): Promise<Launched> {
  const { bin, home, data, account } = cluster;
  const lock = await readLockFile(cluster);
  const isStale = lock !== undefined && lock.ageMs > STALE_AFTER_MS;
  if (isStale && !lock.pid) await fs.rm(join(data, 'postmaster.pid'), { force: true }); // PostgreSQL leaves an empty one to us
  // The process of a stale lock file may be any other program by now. PostgreSQL ignores a lock file that names its
  // grandparent, and then checks the shared memory for a server that still uses the data.
  const env = { ...ENVIRONMENT, ...(isStale && { PG_GRANDPARENT_PID: String(lock.pid) }) };
  const settings = Object.entries({ ...SETTINGS, port: await freePort() }).map(([name, value]) => `--${name}=${value}`);

  const logPath = join(home, 'server.log');
  const log = await openLog(home, logPath);
  const { size } = await log.stat();
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
    ...account,
    cwd: home,
    env,
    detached: true, // a session of its own: Ctrl-C must not reach it before the service has closed
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();

  const launched: Launched = { pid: child.pid };
  const ended = async (reason: string) => {
    const output = await fs.readFile(logPath).catch((error: unknown) => Buffer.from(String(error)));
    const lines = output.subarray(size).toString().trimEnd().split('\n').slice(-15);
    launched.exit = [`${reason}. The end of ${logPath}:`, ...lines].join('\n');
  };
  child.once('error', (error) => void ended(error.message));
  child.once('exit', (code, signal) => void ended(`It ended with ${signal ?? `exit code ${code ?? 'unknown'}`}`));
  // Only now, because it may end during the wait.
  await log.close();
  return launched;
}

async function openLog(home: string, path: string): Promise<fs.FileHandle> {
  let log = await fs.open(path, 'a', 0o600);
  if ((await log.stat()).size > MAX_LOG_BYTES) {
    await log.close();
    await fs.rename(path, `${path}.1`);
    log = await fs.open(path, 'a', 0o600);
  }
  const { uid, gid } = await fs.stat(home);
  await log.chown(uid, gid); // as root in another user's clone
  return log;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Ends all sessions and writes all data to disk. @returns whether the server stopped in time */
export async function shutDown(
  cluster: Pick<Cluster, 'bin' | 'data' | 'account'>,
  limitSeconds: number,
): Promise<boolean> {
  const { bin, data, account } = cluster;
  const args = ['stop', '--mode=fast', `--timeout=${limitSeconds}`, '--pgdata', data];
  try {
    await run(join(bin, 'pg_ctl'), args, { ...account, cwd: '/', env: ENVIRONMENT });
    return true;
  } catch (error) {
    if (errorCode(error) === 1) return (await readLockFile(cluster)) === undefined;
    // Another Ctrl-C, or the end of the terminal, ends pg_ctl but does not interrupt the server's shutdown.
    if (TERMINAL_SIGNALS.has((error as ExecFileException).signal)) return shutDown(cluster, limitSeconds);
    throw error;
  }
}
