// @ts-check
// Processes and their descendants, as Linux reports them.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Sends a signal to a process and all its descendants. The process itself gets SIGSTOP first and SIGCONT last, so that
 * it starts no others in the meantime.
 * @param {number} pid
 * @param {'SIGSTOP' | 'SIGCONT' | 'SIGKILL'} signal
 * @returns {number[]} all of them
 */
export function signalTree(pid, signal) {
  if (signal !== 'SIGCONT') send(pid, 'SIGSTOP');
  const all = [...descendantsOf(pid), pid];
  for (const each of all) send(each, signal);
  return all;
}

/**
 * Whether a process is still running. A zombie is not.
 * @param {number} pid
 */
export function isAlive(pid) {
  const status = readStatus(pid);
  return status !== undefined && !/^[ZX]/.test(status.state);
}

/**
 * The descendants of a process.
 * @param {number} pid
 * @returns {number[]}
 */
export function descendantsOf(pid) {
  const parents = readParents();
  const found = [pid];
  for (const ancestor of found) {
    for (const [child, parent] of parents) if (parent === ancestor) found.push(child);
  }
  return found.slice(1);
}

/** @returns {Map<number, number>} the parent of each process of the machine */
function readParents() {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    const status = /^\d+$/.test(name) ? readStatus(Number(name)) : undefined;
    if (status !== undefined) parents.set(Number(name), status.parent);
  }
  return parents;
}

/** @param {number} pid */
function readStatus(pid) {
  try {
    // The name of the program, in brackets, may contain any text.
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state, parent: Number(parent) };
  } catch (error) {
    if (!isGone(error)) throw error;
    return undefined;
  }
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** @param {unknown} error */
function isGone(error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  return code === 'ESRCH' || code === 'ENOENT';
}
