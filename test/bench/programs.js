// Starts the measured programs, each in its own process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram, freePorts } from '../support/cluster/programs.js';
import { cpuOfTree } from './cpu.js';

/** Starts a program and waits until it answers. */
export async function startProgram(file, environment) {
  const [port] = await freePorts(1);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 900; tries++) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    const isUp = await fetch(`${url}/api/quizzes`).then(
      () => true,
      () => false,
    );
    if (isUp) return { url, pid: child.pid, cpu: () => cpuOfTree(child.pid), stop: () => stopProgram(child) };
    await sleep(100);
  }
  throw new Error(`${file} does not answer on ${url}`);
}

async function stopProgram(child) {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Starts a Redis for the benchmark. @returns undefined if the machine has none */
export async function startRedis() {
  const program = findProgram('redis-server');
  if (program === undefined) return undefined;
  const [port] = await freePorts(1);
  const child = spawn(program, ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  return { url: `redis://127.0.0.1:${port}`, stop: () => stopProgram(child) };
}
