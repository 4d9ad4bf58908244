// @ts-check
// The programs of the machine that a cluster needs.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** Debian's packages of the programs. */
const PACKAGES = {
  postgres: 'postgresql',
  initdb: 'postgresql',
  pg_ctl: 'postgresql',
  pg_basebackup: 'postgresql',
  pg_dump: 'postgresql',
  pg_restore: 'postgresql',
  'redis-server': 'redis-server',
  nginx: 'nginx',
  wrk: 'wrk',
  kubectl: 'kubernetes-client',
};

/** @typedef {keyof typeof PACKAGES} Program */

/**
 * A program of the machine: from its variable, such as PGBENCH, from the path, or from where Debian puts PostgreSQL's and the
 * administrator's.
 * @param {string} name
 * @returns {string | undefined} its path
 */
export function findProgram(name) {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions.reverse(), '/usr/sbin'];
  const places = folders.map((folder) => join(folder, name));
  return process.env[name.toUpperCase().replaceAll('-', '_')] ?? places.find((place) => existsSync(place));
}

/**
 * One line that names the missing programs for a cluster or some of its parts, with advice.
 * @param {Program[]} wanted
 * @returns {string | undefined}
 */
export function missingPrograms(wanted = ['postgres', 'initdb', 'redis-server', 'nginx']) {
  if (process.platform !== 'linux') return 'A cluster needs Linux.';
  const missing = wanted.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  const packages = [...new Set(missing.map((name) => PACKAGES[name]))].join(' ');
  return `Missing: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${packages}`;
}

/**
 * @param {Program} name
 * @returns {string} its path
 * @throws Error that names Debian's package
 */
export function program(name) {
  const path = findProgram(name);
  if (path === undefined) throw new Error(missingPrograms([name]));
  return path;
}

/**
 * The account for a server that does not run as root.
 * @param {string} user
 * @returns {{ uid: number, gid: number } | Record<string, never>} empty if this process is not root
 */
export function accountOf(user) {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`PostgreSQL does not run as root, and there is no user ${user}.`);
    return Number(stdout);
  });
  return { uid: Number(uid), gid: Number(gid) };
}

/** Below the range of ephemeral ports, because a connection could take such a port in the meantime. */
const PORTS = { from: 10_000, to: 32_000 };

/**
 * Different free ports.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  /** @type {Set<number>} */
  const ports = new Set();
  while (ports.size < count) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (!ports.has(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} whether nobody listens on it
 */
export async function isFree(port) {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
