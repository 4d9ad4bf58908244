// Processor time, from /proc.
import { readFileSync } from 'node:fs';
import { withDatabase } from './fixture.js';

const MICROSECONDS_PER_TICK = 10_000;

/** Processor time of a process so far, in microseconds; NaN where /proc does not report it. */
function cpuOf(pid) {
  const { user, system } = statOf(pid);
  return (user + system) * MICROSECONDS_PER_TICK;
}

/** @returns a function that returns the same for all processes of a PostgreSQL server, and NaN for a server on another machine */
export async function watchServer(url) {
  const postmaster = await withDatabase(url, async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const { name, parent } = statOf(rows[0].pid);
    return name === 'postgres' ? parent : undefined;
  });
  return () => cpuOfTree(postmaster);
}

/** The same for a process and its children. */
export function cpuOfTree(pid) {
  const children = read(`${pid}/task/${pid}/children`);
  if (children === undefined) return NaN;
  const { endedUser, endedSystem } = statOf(pid);
  const running = [pid, ...children.trim().split(' ')].map(cpuOf);
  // A child that ends in the meantime has NaN.
  return (endedUser + endedSystem) * MICROSECONDS_PER_TICK + running.reduce((sum, time) => sum + (time || 0), 0);
}

/** Fields of /proc/PID/stat, see proc(5). Times are in ticks; those of ended children are of children that were waited for. */
function statOf(pid) {
  const [, name, fields] = /\((.*)\) (.*)/.exec(read(`${pid}/stat`) ?? '') ?? ['', '', ''];
  const numbers = fields.split(' ').map(Number);
  const [user, system, endedUser, endedSystem] = [11, 12, 13, 14].map((index) => numbers[index] ?? NaN);
  return { name, parent: numbers[1], user, system, endedUser, endedSystem };
}

function read(name) {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
