// The embedded server's data and password: created at the first start, then found.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  errorCode,
  findInstallation,
  type Installation,
  OTHER_DATABASE,
  publish,
  removeAbandonedFolders,
  run,
} from './installation.js';

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
  await removeAbandonedFolders(home);
  let password = await readPassword(home);
  if (password === undefined) {
    const path = relative(process.cwd(), home);
    log(`Preparing an embedded PostgreSQL in ${path.startsWith('..') ? home : path} (first start) ...`);
    await publish(home, (temporary) => initialise(temporary, installation));
    password = await readPassword(home);
  }
  if (password === undefined) {
    throw new Error(
      `${home} exists but is no embedded database (no file "password"): move it away or ${OTHER_DATABASE}`,
    );
  }
  return { ...installation, data: join(home, 'data'), password };
}

async function readPassword(home: string): Promise<string | undefined> {
  try {
    return await fs.readFile(join(home, 'password'), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    const advice = `start the service as the user who made it, or ${OTHER_DATABASE}`;
    throw new Error(`The embedded database in ${home} is not readable: ${advice}`, { cause: error });
  }
}

async function initialise(home: string, { bin, account }: Installation): Promise<void> {
  const data = join(home, 'data');
  const password = join(home, 'password');
  await fs.mkdir(data, { mode: 0o700 });
  await fs.writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) for (const path of [data, password]) await fs.chown(path, account.uid, account.gid);
  const access = [`--username=${QUIZ}`, `--pwfile=${password}`, '--auth=scram-sha-256'];
  // PostgreSQL's own locale, for the same order and case rules with any locales of the system.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = { ...account, cwd: home, env: ENVIRONMENT };
  try {
    await run(join(bin, 'initdb'), ['--pgdata', data, ...access, ...locale], options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The embedded PostgreSQL cannot be prepared: ${reason}\nRepair that or ${OTHER_DATABASE}.`, {
      cause: error,
    });
  }
}
