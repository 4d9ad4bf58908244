// Finds the embedded server without starting, creating or changing anything.
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { QUIZ } from './cluster.js';
import { movedHome } from './installation.js';
import { readLockFile } from './server.js';

export interface FoundPostgres {
  /** Folder of all files of the server. */
  home: string;
  state: 'absent' | 'stopped' | 'running';
  /** Connection string, if it runs. */
  url?: string;
}

/** @throws Error if the data belong to another user */
export async function findRunningPostgres(dataDirectory: string): Promise<FoundPostgres> {
  const given = existsSync(dataDirectory) ? await fs.realpath(dataDirectory) : dataDirectory;
  const home = existsSync(movedHome(given)) ? movedHome(given) : given;
  if (!existsSync(join(home, 'password'))) return { home, state: 'absent' };
  const password = await fs.readFile(join(home, 'password'), 'utf8');
  const lock = await readLockFile({ data: join(home, 'data') });
  if (!lock?.port || !isAlive(lock.pid)) return { home, state: 'stopped' };
  return { home, state: 'running', url: `postgres://${QUIZ}:${password}@127.0.0.1:${lock.port}/${QUIZ}` };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
