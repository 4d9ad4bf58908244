import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Configuration } from '#libs/configuration';
import { PROJECT_ROOT } from '../../project-root.js';
import { type Finding, ok, problem, warning } from './finding.js';

const MIB = 1024 * 1024;

/** Free space below which the doctor warns, and below which the embedded database may stop, in bytes. */
const LITTLE_SPACE = 1024 * MIB;
const NO_SPACE = 100 * MIB;

export function judgeNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return ok('Node.js', version);
  return problem('Node.js', `${version} is too old`, 'install version 20.19 or later');
}

export function checkPages(): Finding {
  const isBuilt = existsSync(join(PROJECT_ROOT, 'dist/apps/backoffice/index.html'));
  if (isBuilt) return ok('Pages', 'the backoffice is built');
  return warning('Pages', 'the backoffice is not built: /admin shows nothing', 'run "npm run build"');
}

/** @param folder where the embedded database keeps its data, or its nearest existing parent */
export async function checkSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  return judgeSpace(bavail * bsize, folder);
}

export function judgeSpace(free: number, folder: string): Finding {
  const text = `${Math.floor(free / MIB).toLocaleString('en-US')} MiB are free in ${folder}`;
  if (free < NO_SPACE) return problem('Disk', text, 'free some space: PostgreSQL stops if it cannot write');
  if (free < LITTLE_SPACE) return warning('Disk', text, 'free some space, or set DATA_DIRECTORY to a larger disk');
  return ok('Disk', text);
}

/** @param possible the connections of clients that the limit of open files allows */
export function judgeOpenFiles(possible: number, { MAX_CONNECTIONS }: Pick<Configuration, 'MAX_CONNECTIONS'>): Finding {
  if (possible >= MAX_CONNECTIONS) return ok('Open files', `enough for MAX_CONNECTIONS (${MAX_CONNECTIONS})`);
  const text = `the limit of this process allows ${possible} connections, fewer than MAX_CONNECTIONS (${MAX_CONNECTIONS})`;
  return warning('Open files', text, 'raise the limit (ulimit -n) for the service, or lower MAX_CONNECTIONS');
}

/** Whether the service can listen, or already listens. */
export async function checkPort({ HOST, PORT }: Configuration): Promise<Finding> {
  const where = `${HOST}:${PORT}`;
  const code = await tryToListen(HOST, PORT);
  if (code === undefined) return ok('Port', `${where} is free`);
  if (code === 'EADDRINUSE') {
    if (await isThisService(PORT)) return ok('Port', `a quiz service answers on ${where}`);
    return problem('Port', `${where} is in use by another program`, 'set PORT to another one, or stop that program');
  }
  return problem('Port', `the service cannot listen on ${where} (${code})`, 'change HOST or PORT');
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

async function isThisService(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(2_000) });
    return (await response.text()) === '{"status":"ok"}';
  } catch {
    // A program without a valid response is not this service.
    return false;
  }
}
