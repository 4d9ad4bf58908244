// The embedded server's process: launches it, reads its lock file, shuts it down.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENVIRONMENT, type Cluster } from './cluster.js';

/** A launched server; `exit` says how it ended, with the end of its log. */
export type Launched = { exit?: string };

/** A lock file older than this, whose server does not answer, is from a killed server. */
const STALE_AFTER_MS = 5_000;

const STOP_LIMIT_MS = 8_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // A dozen services use it while tests run. An unused connection costs little memory.
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Process (line 1) and port (line 4; 0 if not written yet) of postmaster.pid, and the age of the file. */
export async function readLockFile(data: string): Promise<{ pid: number; port: number; ageMs: number } | undefined> {
  const path = join(data, 'postmaster.pid');
  try {
    const [pid, , , port = 0] = (await fs.readFile(path, 'utf8')).split('\n');
    const { mtimeMs } = await fs.stat(path);
    return { pid: Number(pid), port: Number(port), ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Launches a server on a free port. It ends by itself if another one has the data. */
export async function launch({ bin, home, data, account }: Cluster): Promise<Launched> {
  const lock = await readLockFile(data);
  const isStale = lock !== undefined && lock.ageMs > STALE_AFTER_MS;
  // The process of a stale lock file may be any other program by now. PostgreSQL ignores a lock file that names its
  // grandparent, and then checks the shared memory for a server that still uses the data.
  const env = { ...ENVIRONMENT, ...(isStale && { PG_GRANDPARENT_PID: String(lock.pid) }) };
  const settings = Object.entries({ ...SETTINGS, port: await freePort() }).map(([name, value]) => `--${name}=${value}`);
  const logPath = join(home, 'server.log');
  const log = await fs.open(logPath, 'a', 0o600);
  await log.truncate();
  if (account) await log.chown(account.uid, account.gid);
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
    ...account,
    cwd: home,
    env,
    detached: true, // a session of its own: Ctrl-C must not reach it before the service has closed
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  const launched: Launched = {};
  const ended = async (reason: string) => {
    // After a stop the folder may be gone.
    const text = await fs.readFile(logPath, 'utf8').catch(() => '');
    const lines = text.trimEnd().split('\n').slice(-15);
    launched.exit = [`${reason}. The end of ${logPath}:`, ...lines].join('\n');
  };
  child.once('error', (error) => void ended(error.message));
  child.once('exit', (code, signal) => void ended(`It ended with ${signal ?? `exit code ${code}`}`));
  await log.close();
  return launched;
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
export async function shutDown(data: string): Promise<boolean> {
  const deadline = Date.now() + STOP_LIMIT_MS;
  const lock = await readLockFile(data);
  try {
    if (lock !== undefined) process.kill(lock.pid, 'SIGINT');
  } catch {
    return true; // it was killed
  }
  while (Date.now() < deadline) {
    if ((await readLockFile(data)) === undefined) return true;
    await sleep(50);
  }
  return false;
}
