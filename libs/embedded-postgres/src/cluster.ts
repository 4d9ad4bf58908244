// The embedded server's data and password: created at the first start, then found.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findInstallation, type Installation, OTHER_DATABASE, publish, run } from './installation.js';

/** The name of the superuser and of the database. */
export const QUIZ = 'quiz';

/** The environment of the programs, without the service's secrets. */
export const ENVIRONMENT = { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C' };

/** `home` contains `data`, the superuser's `password` and `server.log`. */
export type Cluster = Installation & { data: string; password: string };

/** @throws Error with advice, e.g. if the data belong to another user */
export async function prepareCluster(dataDirectory: string, log: (line: string) => void): Promise<Cluster> {
  const installation = await findInstallation(dataDirectory, log);
  const { home } = installation;
  if (!isPrepared(home)) {
    const path = relative(process.cwd(), home);
    log(`Preparing an embedded PostgreSQL in ${path.startsWith('..') ? home : path} (first start) ...`);
    await publish(home, (temporary) => initialise(temporary, installation));
  }
  return { ...installation, data: join(home, 'data'), password: await readPassword(home) };
}

export const isPrepared = (home: string) => existsSync(join(home, 'password'));

/** @throws Error with advice */
export async function readPassword(home: string): Promise<string> {
  try {
    return await fs.readFile(join(home, 'password'), 'utf8');
  } catch (error) {
    const problem =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `${home} exists but is no embedded database (no file "password"): move it away`
        : `The embedded database in ${home} is not readable: start the service as the user who made it`;
    throw new Error(`${problem} or ${OTHER_DATABASE}`, { cause: error });
  }
}

async function initialise(home: string, { bin, account }: Installation): Promise<void> {
  const data = join(home, 'data');
  const password = join(home, 'password');
  await fs.mkdir(data, { mode: 0o700 });
  await fs.writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) for (const path of [data, password]) await fs.chown(path, account.uid, account.gid);
  // npm packages cannot contain symlinks. The package's install script creates them, unless npm ignores scripts.
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(bin, '../..') }).catch(() => undefined);
  const access = [`--username=${QUIZ}`, `--pwfile=${password}`, '--auth=scram-sha-256'];
  // PostgreSQL's own locale, for the same order and case rules with any locales of the system.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = { ...account, cwd: home, env: ENVIRONMENT };
  await run(join(bin, 'initdb'), ['--pgdata', data, ...access, ...locale], options).catch((error: unknown) => {
    const problem = `The embedded PostgreSQL cannot be prepared: ${(error as Error).message}`;
    throw new Error(`${problem}\nRepair that or ${OTHER_DATABASE}.`, { cause: error });
  });
}
