// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, signalTree } from './processes.js';

/** Longest time in which a part must be ready, or gone after it was told to end, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * What a part is, and how to see that it is ready.
 * @typedef {object} Definition
 * @property {string} name
 * @property {() => { command: string, args: string[], env?: NodeJS.ProcessEnv, uid?: number, gid?: number }} launch
 * @property {() => Promise<boolean>} isReady may reject with why it is not
 * @property {NodeJS.Signals} stopSignal
 * @property {string} log path of the file that its output goes to
 * @property {(line: string) => void} tellGuard
 */

/** A program of the cluster in a process of its own, which can be ended, killed, frozen and started again. */
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

  /** All that it has written, of every start. */
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
      // In a session of its own: Ctrl-C is for the process that ends the parts in their order.
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

  /** @returns {Promise<void>} when it is ready; throws with the end of its log where it ends instead */
  async untilReady() {
    const { name, isReady } = this.definition;
    const deadline = Date.now() + PATIENCE_MS;
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

  /** Ends it as an operator does, with what it has under way. @returns {Promise<void>} when it is gone */
  async stop() {
    if (!this.isRunning) return;
    this.thaw();
    this.#child?.kill(this.definition.stopSignal);
    await this.#untilGone();
  }

  /** Ends it and all its processes as a crash of the machine would. */
  async kill() {
    if (this.#child?.pid === undefined || !this.isRunning) return;
    const killed = signalTree(this.#child.pid, 'SIGKILL');
    await this.#untilGone(() => this.isRunning || killed.some(isAlive));
  }

  /** Lets it and all its processes hang, with their connections open, until it is thawed. */
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
    const deadline = Date.now() + PATIENCE_MS;
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
