import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findProgram, freePorts, program } from './cluster/programs.js';
import { describeUnless } from './describe-with-programs.js';

const PROGRAM = 'redis-server';

/** A Redis without persistence. */
export interface RedisServer {
  url: string;
  /** Kills it, as a crash would. */
  stop(): Promise<void>;
  /** Starts it again at the same address, empty. */
  start(): Promise<void>;
  /** Freezes it, with open connections, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

/** A describe that needs Redis. Without the program its tests are skipped with a message; with CI=true they fail. */
export function describeWithRedis(name: string, tests: () => void): void {
  describeUnless(findProgram(PROGRAM) === undefined ? `Missing: ${PROGRAM}` : undefined, name, tests);
}

/** Starts a Redis on a free port. @param settings further command-line options */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const port = await freePort();
  let running = await run(port, settings);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      if (running.exitCode !== null || running.signalCode !== null) return;
      running.kill('SIGKILL');
      await once(running, 'exit');
    },
    start: async () => {
      running = await run(port, settings);
    },
    freeze: () => running.kill('SIGSTOP'),
    thaw: () => running.kill('SIGCONT'),
  };
}

async function run(port: number, settings: string[]): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings];
  const server = spawn(program(PROGRAM), options, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(server, 'spawn');
  const output: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    output.push(line);
    if (line.includes('Ready to accept connections')) {
      server.stdout.resume();
      return server;
    }
  }
  throw new Error(`${PROGRAM} did not start:\n${output.join('\n')}`);
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
