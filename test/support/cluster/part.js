// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, signalTree } from './processes.js';

/** Longest time for a part to be ready, or to end after a signal, in milliseconds. */
const TIMEOUT_MS = 300_000;

/**
 * The program of a part, and how to check that it is ready.
 * @typedef {object} Definition
 * @property {string} name
 * @property {() => { command: string, args: string[], env?: NodeJS.ProcessEnv, uid?: number, gid?: number }} launch
 * @property {() => Promise<boolean>} isReady may reject with the reason
 * @property {NodeJS.Signals} stopSignal
 * @property {string} log path of the file that its output goes to
 * @property {(line: string) => void} tellGuard
 */

/** A program of the cluster in its own process, which can be stopped, killed, frozen and started again. */
export class Part {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #isFrozen = false;

  /** @param {Definition} definition */
  constructor(definition) {
    this.definition = definition;
  }

  get name() {
    return this.definition.name;
  }

  get pid() {
    return this.#child?.pid;
  }

  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Its output of all starts. */
  readLog() {
    return readFileSync(this.definition.log, 'utf8');
  }

  /** Starts it. @returns {Promise<void>} when it is ready */
  async start() {
    await this.launch();
    await this.untilReady();
  }

  /** Starts it without waiting until it is ready. */
  async launch() {
    const { name, launch, log, tellGuard } = this.definition;
    if (this.isRunning) throw new Error(`${name} is running already`);
    const { command, args, ...options } = launch();
    const output = openSync(log, 'a');
    try {
      // In its own session: Ctrl-C is for the process that stops the parts in order.
      const child = spawn(command, args, { cwd: '/', ...options, detached: true, stdio: ['ignore', output, output] });
      await once(child, 'spawn');
      tellGuard(`begin ${child.pid}`);
      child.once('exit', () => tellGuard(`end ${child.pid}`));
      this.#child = child;
      this.#isFrozen = false;
    } finally {
      closeSync(output);
    }
  }

  /** @returns {Promise<void>} when it is ready; throws with the end of its log if it ends instead */
  async untilReady() {
    const { name, isReady } = this.definition;
    const deadline = Date.now() + TIMEOUT_MS;
    let failure;
    const look = () =>
      isReady().catch((/** @type {unknown} */ error) => {
        failure = error;
        return false;
      });
    while (!(await look())) {
      const options = { cause: failure };
      if (!this.isRunning) throw new Error(`${name} ended before it was ready:\n${this.#endOfLog()}`, options);
      if (Date.now() > deadline) throw new Error(`${name} was not ready in time:\n${this.#endOfLog()}`, options);
      await sleep(20);
    }
  }

  /** Stops it as an operator does, after its work in progress. @returns {Promise<void>} when it has ended */
  async stop() {
    if (!this.isRunning) return;
    this.thaw();
    this.#child?.kill(this.definition.stopSignal);
    await this.#untilGone();
  }

  /** Kills it and all its processes, as a crash of the machine would. */
  async kill() {
    if (this.#child?.pid === undefined || !this.isRunning) return;
    const killed = signalTree(this.#child.pid, 'SIGKILL');
    await this.#untilGone(() => this.isRunning || killed.some(isAlive));
  }

  /** Freezes it and all its processes, with open connections, until it is thawed. */
  freeze() {
    if (this.#child?.pid === undefined || !this.isRunning) throw new Error(`${this.name} is not running`);
    signalTree(this.#child.pid, 'SIGSTOP');
    this.#isFrozen = true;
  }

  thaw() {
    if (!this.#isFrozen || this.#child?.pid === undefined) return;
    signalTree(this.#child.pid, 'SIGCONT');
    this.#isFrozen = false;
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  /** @param {NodeJS.Signals} name */
  signal(name) {
    this.#child?.kill(name);
  }

  async #untilGone(isThere = () => this.isRunning) {
    const deadline = Date.now() + TIMEOUT_MS;
    while (isThere()) {
      if (Date.now() > deadline) {
        if (this.#child?.pid !== undefined) signalTree(this.#child.pid, 'SIGKILL');
        throw new Error(`${this.name} did not end in time:\n${this.#endOfLog()}`);
      }
      await sleep(5);
    }
  }

  #endOfLog() {
    return this.readLog().trimEnd().split('\n').slice(-20).join('\n');
  }
}
